import { useSyncExternalStore } from 'react'

interface Request {
  text: string
  answer: (isSigned: boolean) => void
}

let waiting: Request | null = null
const listeners = new Set<() => void>()

function show(next: Request | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Asks whether a text may be signed, one at a time: a second one is refused unasked. */
export function askPerson(text: string): Promise<boolean> {
  if (waiting) return Promise.resolve(false)
  return new Promise((resolve) => {
    show({
      text,
      answer: (isSigned) => {
        show(null)
        resolve(isSigned)
      },
    })
  })
}

/** What the demo's wallet asks now. */
export function useWalletRequest(): Request | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
  )
}
