import { useSyncExternalStore } from 'react'
import type { SendOutcome } from './sendFromWallet'

/** What the wallet is asked to send at present. */
const asked = new Map<string, Promise<SendOutcome>>()
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())

/** Asks once for what has this name: who asks again before the answer, also from a sheet opened anew, is given the same one. */
export function askOnce(name: string, ask: () => Promise<SendOutcome>): Promise<SendOutcome> {
  const earlier = asked.get(name)
  if (earlier) return earlier
  const answer = ask().finally(() => {
    asked.delete(name)
    tell()
  })
  asked.set(name, answer)
  tell()
  return answer
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the wallet is being asked for it. */
export function useIsAsking(name: string): boolean {
  return useSyncExternalStore(listen, () => asked.has(name))
}
