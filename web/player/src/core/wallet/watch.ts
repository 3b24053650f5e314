import { walletPollMs } from '@kit/wallet/discover'
import { accountsOf, chainIdOf, sameAddress, type WalletProvider } from '@kit/wallet/provider'

/** What the wallet may do under a signed-in user. */
export interface WalletEvents {
  accountChanged: (address: string) => void
  chainChanged: (chainId: number) => void
  closed: () => void
  /** The wallet shows the account for the first time since it is watched or was locked. */
  seen: () => void
  /** The wallet shows no account any more, and still lets the site see it: its holder unlocks it. */
  locked: () => void
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

/** A wallet that does not say within this time whether the site may see its account is taken to say no. */
const permissionWaitMs = 3_000

/** Whether the wallet still lets the site see its accounts, as it does while it is locked; not where it does not know the question. */
async function isPermitted(provider: WalletProvider): Promise<boolean> {
  const asked = provider.request({ method: 'wallet_getPermissions' }).catch(() => null)
  const permissions = await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, permissionWaitMs))])
  return Array.isArray(permissions) && permissions.some((one: { parentCapability?: unknown } | null) => one?.parentCapability === 'eth_accounts')
}

/**
 * Watches the wallet by its events and, for wallets that announce nothing, by asking every 4 seconds.
 * Each kind of change is reported once. A wallet that shows no account any more is closed, or locked where it is still permitted.
 */
export function watchWallet(provider: WalletProvider, { address, ...known }: WatchedAccount, events: WalletEvents): WalletWatch {
  let knownChain = known.chainId
  let isSeen = known.isSeen
  let isEmpty = false
  let isAsking = false
  let switching = 0
  let over = false

  function onAccounts(answer: unknown): void {
    if (over) return
    const [first] = accountsOf(answer)
    isEmpty = first === undefined
    if (first === undefined) {
      // A wallet that has shown no account yet is locked; what it never showed it cannot take away.
      if (isSeen && !isAsking) void onEmpty()
    } else if (!sameAddress(first, address)) {
      over = true
      events.accountChanged(first)
    } else if (!isSeen) {
      isSeen = true
      events.seen()
    }
  }

  async function onEmpty(): Promise<void> {
    isAsking = true
    const isLocked = await isPermitted(provider)
    isAsking = false
    if (over || !isEmpty) return
    if (isLocked) {
      isSeen = false
      events.locked()
    } else {
      over = true
      events.closed()
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
