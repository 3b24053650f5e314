import { createStore } from 'mipd'
import { useSyncExternalStore } from 'react'
import { demoWalletId, type WalletChoice, type WalletProvider } from './provider'

/** How often the app looks at the wallet: late injection, and changes a wallet announces by no event. */
export const walletPollMs = 4_000

declare global {
  interface Window {
    ethereum?: WalletProvider
  }
}

/** The id of a wallet that announces nothing. */
const injectedId = 'injected'

const announced = createStore()
const listeners = new Set<() => void>()
let choices: WalletChoice[] = []
let started = false

/** The wallets to offer: those that announce themselves, and a bare `window.ethereum` where none of them is it. */
export function choicesOf(
  details: readonly { info: { rdns: string; name: string; icon: string }; provider: unknown }[],
  injected: WalletProvider | undefined,
): WalletChoice[] {
  const own = details.map(({ info, provider }) => ({
    id: info.rdns,
    name: info.name,
    icon: info.icon.startsWith('data:image/') ? info.icon : null,
    provider: provider as WalletProvider,
  }))
  const real = own.filter(isReal)
  // The same wallet announces itself and injects: offering both would only confuse.
  if (injected && real.length === 0) {
    return [{ id: injectedId, name: '', icon: null, provider: injected }, ...own]
  }
  return own
}

function isReal({ id }: WalletChoice): boolean {
  return id !== demoWalletId
}

/**
 * Whether one of the wallets known is the one that was kept under an id. One that was only injected then may announce itself
 * now: it is the injected one for sure, or likely the only one there is.
 */
export function isKeptAs(id: string | null, choice: WalletChoice, known: readonly WalletChoice[] = choices): 'surely' | 'likely' | false {
  if (choice.id === id) return 'surely'
  if (id !== injectedId || !isReal(choice)) return false
  if (choice.provider === window.ethereum) return 'surely'
  return known.filter(isReal).length === 1 && 'likely'
}

function refresh(): void {
  const next = choicesOf(announced.getProviders(), window.ethereum)
  const same = next.length === choices.length && next.every((choice, index) => choice.provider === choices[index]?.provider)
  if (same) return
  choices = next
  for (const listener of listeners) listener()
}

function start(): void {
  if (started) return
  started = true
  announced.subscribe(refresh)
  window.addEventListener('ethereum#initialized', refresh)
  // For as long as the page lives: wallets inject late, some only after being unlocked.
  setInterval(refresh, walletPollMs)
  refresh()
}

/** The wallets known now. */
export function knownWallets(): readonly WalletChoice[] {
  start()
  return choices
}

/** Calls back on every change of the wallets known; returns how to stop. */
function watchWallets(listener: () => void): () => void {
  start()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Waits until a wallet is there that fits, or the time is over; null waits for as long as the page lives. */
export async function waitForWallet(fits: (choice: WalletChoice) => boolean, waitMs: number | null): Promise<WalletChoice | null> {
  const found = knownWallets().find(fits)
  if (found) return found
  return new Promise((resolve) => {
    const timer = waitMs === null ? undefined : setTimeout(() => finish(null), waitMs)
    const stop = watchWallets(() => {
      const late = choices.find(fits)
      if (late) finish(late)
    })
    function finish(choice: WalletChoice | null) {
      clearTimeout(timer)
      stop()
      resolve(choice)
    }
  })
}

/** The wallets known, as React state. */
export function useWallets(): readonly WalletChoice[] {
  return useSyncExternalStore(watchWallets, knownWallets)
}
