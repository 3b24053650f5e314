import { deviceStorage } from '../kept/storage'
import { useSyncExternalStore } from 'react'

const storageKey = 'balances'
/** What stands in the place of what is hidden. */
export const hiddenFigure = '••••'
const listeners = new Set<() => void>()

function areHidden(): boolean {
  return deviceStorage.getItem(storageKey) === 'hidden'
}

/** Hides what a person owns from who looks over the shoulder, or shows it again; this device remembers it. */
export function hideBalances(isWanted: boolean): void {
  if (isWanted) deviceStorage.setItem(storageKey, 'hidden')
  else deviceStorage.removeItem(storageKey)
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
