import { useSyncExternalStore } from 'react'

const storageKey = 'balances'
const listeners = new Set<() => void>()

function areHidden(): boolean {
  return localStorage.getItem(storageKey) === 'hidden'
}

/** Hides what a person owns from who looks over the shoulder, or shows it again; this device remembers it. */
export function hideBalances(isWanted: boolean): void {
  if (isWanted) localStorage.setItem(storageKey, 'hidden')
  else localStorage.removeItem(storageKey)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether balances are hidden, as React state. */
export function useAreBalancesHidden(): boolean {
  return useSyncExternalStore(subscribe, areHidden)
}
