import type { AppInfo } from '@kit/api/contract'
import { text } from '@kit/i18n/text'
import { agreed, chainId } from '@kit/signing/phrases'
import { toast } from '@kit/ui/toast'
import { chainIdOf, demoWalletId, isPending, isRejection, type WalletChoice, type WalletProvider } from '@kit/wallet/provider'
import { personalSign } from '@kit/wallet/sign'
import { switchChain, type ChainFacts, type SwitchOutcome } from '../wallet/switchChain'
import { watchWallet, type WalletEvents, type WalletWatch, type WatchedAccount } from '../wallet/watch'
import { useSession } from './store'
import { demoOf, realGenesis } from './world'

let connected: { wallet: WalletChoice; watch: WalletWatch } | null = null

/** Attaches a wallet to the session and watches it, in place of the one before. */
export function attach(wallet: WalletChoice, account: WatchedAccount, events: Omit<WalletEvents, 'seen' | 'locked'>): void {
  detach()
  const { chainId: standsOn, isSeen } = account
  useSession.setState({ onChain: standsOn === null ? null : standsOn === chainId, isLocked: !isSeen })
  const seen = () => useSession.setState({ isLocked: false })
  const locked = () => useSession.setState({ isLocked: true })
  connected = { wallet, watch: watchWallet(wallet.provider, account, { ...events, seen, locked }) }
}

/** Lets go of the wallet. */
export function detach(): void {
  connected?.watch.stop()
  connected = null
}

/** The connected wallet's provider, for payments and signatures; null while none is attached. */
export function connectedProvider(): WalletProvider | null {
  return connected?.wallet.provider ?? null
}

/** The chain a wallet stands on; null where it does not say. */
export async function chainOf(provider: WalletProvider): Promise<number | null> {
  return chainIdOf(await provider.request({ method: 'eth_chainId' }).catch(() => null))
}

function chainFacts(app: AppInfo): ChainFacts {
  return { chainId, name: app.demo ? 'ETLD demo chain' : 'BNB Smart Chain', rpcUrl: new URL(app.rpcUrl, location.origin).href, explorer: app.explorer }
}

/** Brings a wallet to the deployment's chain. Once it is no longer wanted, nothing more is asked or told. */
export async function bringToChain(provider: WalletProvider, app: AppInfo, isWanted: () => boolean = () => true): Promise<SwitchOutcome> {
  return switchChain(provider, chainFacts(app), {
    isWanted,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    tellBusy: () => isWanted() && toast.error(text('common', 'walletBusy')),
    tellRefused: () => isWanted() && toast.error(text('common', 'networkUnsupported')),
    tellFailed: () => isWanted() && toast.error(text('common', 'networkSwitchFailed')),
  })
}

/**
 * A demo shares its chain id with a real chain: only a wallet that sees the demo's own first block may be used,
 * so that nobody pays with something of value.
 */
export async function isOurWorld(wallet: WalletChoice, app: AppInfo): Promise<boolean> {
  return !app.demo || wallet.id === demoWalletId || (await firstBlockOf(wallet.provider)) === app.genesisHash.toLowerCase()
}

/** The hash of the first block that a wallet sees; null where it does not say. */
async function firstBlockOf(provider: WalletProvider): Promise<string | null> {
  const genesis = await provider.request({ method: 'eth_getBlockByNumber', params: ['0x0', false] }).catch(() => null)
  return typeof genesis === 'object' && genesis !== null && 'hash' in genesis ? String(genesis.hash).toLowerCase() : null
}

/**
 * The connected wallet, to read the platform's chain with; null without one, or where it stands on another chain. Outside of
 * a demo that is the real one: which chain counts is not the server's to say.
 */
export async function chainReader(): Promise<WalletProvider | null> {
  const { wallet } = connected ?? {}
  const { app } = useSession.getState()
  if (!wallet || !app || (await chainOf(wallet.provider)) !== chainId) return null
  const isThere = demoOf(app) === '' ? wallet.id !== demoWalletId && (await firstBlockOf(wallet.provider)) === realGenesis : await isOurWorld(wallet, app)
  return isThere ? wallet.provider : null
}

/** Brings the connected wallet to the chain, for the button after refusals and before each payment, as long as that is wanted. */
export async function ensureChain(isWanted?: () => boolean): Promise<boolean> {
  const current = connected
  const { app } = useSession.getState()
  if (!current || !app) return false
  const outcome = await current.watch.duringOwnSwitch(() => bringToChain(current.wallet.provider, app, isWanted))
  const isOnChain = outcome === 'on_chain' && (await isOurWorld(current.wallet, app))
  useSession.setState({ onChain: isOnChain })
  return isOnChain
}

/**
 * What the session's wallet is asked to sign begins with: our own phrase, for the site of this page. A server that asks
 * for another is refused with a toast, and gives null.
 */
export function ourPhrase(ours: (site: string) => string, servers: string): string | null {
  const phrase = agreed(ours, servers, location.host)
  if (phrase === null) toast.error(text('common', 'otherSite'))
  return phrase
}

/**
 * Signs a text with the session's wallet. A refusal toasts "Signature failed" and gives null. Nothing is toasted to
 * somebody who no longer waits for it.
 */
export async function signText(message: string, isWanted: () => boolean = () => true): Promise<string | null> {
  const { address } = useSession.getState()
  const provider = connectedProvider()
  if (!provider || !address) return null
  try {
    return await personalSign(provider, message, address)
  } catch (fault) {
    if (!isRejection(fault)) console.error('a text was not signed', fault)
    if (isWanted()) toast.error(text('common', isPending(fault) ? 'walletBusy' : 'signatureFailed'))
    return null
  }
}
