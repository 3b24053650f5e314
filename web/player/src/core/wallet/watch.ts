import { walletPollMs } from '@kit/wallet/discover'
import { accountsOf, chainIdOf, sameAddress, type WalletProvider } from '@kit/wallet/provider'

/** What the wallet may do under a signed-in user. */
export interface WalletEvents {
  accountChanged: (address: string) => void
  chainChanged: (chainId: number) => void
  closed: () => void
  /** The wallet shows the account for the first time since it is watched. */
  seen: () => void
}

/** What is known of the wallet as the watch begins. */
export interface WatchedAccount {
  address: string
  /** Null while unknown. */
  chainId: number | null
  /** Whether the wallet shows the account. */
  isSeen: boolean
}

/** Runs something under which the wallet's change of chain is our own doing and must not reload the page. */
type OwnSwitch = <Result>(action: () => Promise<Result>) => Promise<Result>

export interface WalletWatch {
  stop: () => void
  duringOwnSwitch: OwnSwitch
}

/**
 * Watches the wallet by its events and, for wallets that announce nothing, by asking every 4 seconds.
 * Each kind of change is reported once. A locked wallet shows no account: it is closed only after it has shown one.
 */
export function watchWallet(provider: WalletProvider, { address, ...known }: WatchedAccount, events: WalletEvents): WalletWatch {
  let knownChain = known.chainId
  let isSeen = known.isSeen
  let switching = 0
  let over = false

  function onAccounts(answer: unknown): void {
    if (over) return
    const [first] = accountsOf(answer)
    if (first === undefined) {
      // A wallet that has shown no account yet is locked; what it never showed it cannot take away.
      if (!isSeen) return
      over = true
      events.closed()
    } else if (!sameAddress(first, address)) {
      over = true
      events.accountChanged(first)
    } else if (!isSeen) {
      isSeen = true
      events.seen()
    }
  }

  function onChain(answer: unknown): void {
    const id = chainIdOf(answer)
    if (over || id === null || id === knownChain) return
    const first = knownChain === null
    knownChain = id
    if (!first && switching === 0) events.chainChanged(id)
  }

  function onDisconnect(): void {
    // Providers also say "disconnect" when only their network is gone; the account list knows better.
    void look()
  }

  async function look(): Promise<void> {
    try {
      onAccounts(await provider.request({ method: 'eth_accounts' }))
      onChain(await provider.request({ method: 'eth_chainId' }))
    } catch {
      // A wallet that does not answer now is asked again in four seconds.
    }
  }

  const timer = setInterval(() => void look(), walletPollMs)
  provider.on?.('accountsChanged', onAccounts)
  provider.on?.('chainChanged', onChain)
  provider.on?.('disconnect', onDisconnect)
  return {
    stop() {
      over = true
      clearInterval(timer)
      provider.removeListener?.('accountsChanged', onAccounts)
      provider.removeListener?.('chainChanged', onChain)
      provider.removeListener?.('disconnect', onDisconnect)
    },
    async duringOwnSwitch(action) {
      switching += 1
      try {
        return await action()
      } finally {
        // The event may come after the answer; take the wallet's word first, then listen again.
        await look()
        switching -= 1
      }
    },
  }
}
