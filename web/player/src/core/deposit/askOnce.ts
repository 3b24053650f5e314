import { useCallback, useSyncExternalStore } from 'react'
import type { SendOutcome } from './sendFromWallet'

/** What the wallet is asked to send at present. */
const asked = new Map<string, Promise<SendOutcome>>()
/** Who shows whether it is asked for it. */
const watchers = new Set<{ name: string; changed: () => void }>()
const tell = () => watchers.forEach(({ changed }) => changed())

/**
 * Asks once for what has this name: who asks again before the answer, also from a sheet opened anew, is given the same one.
 * It is wanted as long as somebody watches it, whoever asked.
 */
export function askOnce(name: string, ask: (isWanted: () => boolean) => Promise<SendOutcome>): Promise<SendOutcome> {
  const earlier = asked.get(name)
  if (earlier) return earlier
  const answer = ask(() => [...watchers].some((watcher) => watcher.name === name)).finally(() => {
    asked.delete(name)
    tell()
  })
  asked.set(name, answer)
  tell()
  return answer
}

/** Hears of it when the wallet is asked for what has this name, and when it has answered. Gives how to stop. */
export function watchAsking(name: string, changed: () => void): () => void {
  const watcher = { name, changed }
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Whether the wallet is being asked for it. */
export function useIsAsking(name: string): boolean {
  return useSyncExternalStore(
    useCallback((changed) => watchAsking(name, changed), [name]),
    () => asked.has(name),
  )
}
