import type { AppInfo } from '@kit/api/contract'
import { ApiError, codeSignatureFailed, TransportError } from '@kit/api/faults'
import { text } from '@kit/i18n/text'
import { noteServerTime, serverNow } from '@kit/time/clock'
import { noteZone } from '@kit/time/zone'
import { toast } from '@kit/ui/toast'
import { knownWallets, waitForWallet, watchWallets } from '../wallet/discover'
import { chainIdOf, demoWalletId, isRejection, sameAddress, type WalletChoice, type WalletProvider } from '../wallet/provider'
import { listAccounts, personalSign } from '../wallet/sign'
import { switchChain, type ChainFacts, type SwitchOutcome } from '../wallet/switchChain'
import { watchWallet, type WalletWatch } from '../wallet/watch'
import { call, whenSessionLost } from './api'
import { forgetAnswers, persistAnswers } from './cache'
import { clearReferrer, keptReferrer } from './referrer'
import { clearResume, markResume, markClosed, takeResume, wasClosed } from './resume'
import { dropSession, takeApp, takeSession, useSession, type RefusalReason } from './store'

/** Wallets announce themselves within this time; what comes later is found by polling. */
const walletWaitMs = 1_500
const lostLimit = { times: 3, withinMs: 60_000 }

let connected: { wallet: WalletChoice; watch: WalletWatch } | null = null
let signInRunning = false
let lostAtMs: number[] = []

/** Starts everything: facts of the deployment, the wallet, and the session kept or a new one. */
export async function startSession(): Promise<void> {
  whenSessionLost((token) => void signInAgain(token))
  const { token } = useSession.getState()
  useSession.setState({ phase: token ? 'ready' : 'starting', refusal: null })
  try {
    await loadApp()
  } catch {
    if (!token) useSession.setState({ phase: 'unreachable' })
    return
  }
  if (token) await resumeSession()
  else await connectByItself()
}

async function loadApp(): Promise<void> {
  const app: AppInfo = await call('/api/open/app', {}, { hideToast: true })
  noteServerTime(app.serverTime)
  noteZone(app.zone)
  takeApp(app)
  if (app.demo) {
    const { announceDemoWallet } = await import('../wallet/demo/announce')
    announceDemoWallet(app)
  }
}

/** A session was kept: attach the wallet to it, unless the wallet now shows another account. */
async function resumeSession(): Promise<void> {
  const { address, walletId, userInfo } = useSession.getState()
  if (userInfo) void persistAnswers(userInfo.id)
  void refreshClientState()
  const wallet = await waitForWallet((choice) => choice.id === walletId, walletWaitMs)
  if (!wallet || !address) return
  const [account] = await listAccounts(wallet.provider, false)
  if (account && !sameAddress(account, address)) {
    await endSession()
    await signIn(wallet, false)
    return
  }
  clearResume()
  attach(wallet, address, await chainOf(wallet.provider))
  if (useSession.getState().onChain === false) await ensureChain()
}

/** Without a session: sign in by itself where the wallet is known, or is the only one there is. */
async function connectByItself(): Promise<void> {
  const resume = takeResume()
  if (wasClosed() && !resume) {
    useSession.setState({ phase: 'refused', refusal: 'closed' })
    return
  }
  const wanted = resume?.walletId ?? useSession.getState().walletId
  const wallet = await waitForWallet((choice) => !wanted || choice.id === wanted, walletWaitMs)
  if (!wallet || (!wanted && knownWallets().length > 1)) {
    useSession.setState({ phase: 'waiting' })
    if (!wallet) signInWhenInjected()
    return
  }
  await signIn(wallet, mayAskAtStart() || resume !== null)
}

/** A demo offers its own wallet beside others, so nothing is asked there before the person chooses. */
function mayAskAtStart(): boolean {
  return useSession.getState().app?.demo !== true
}

/** Goes on by itself when the first wallet is injected late, unless the person did something meanwhile. */
function signInWhenInjected(): void {
  const stop = watchWallets(() => {
    const [wallet] = knownWallets()
    if (!wallet) return
    stop()
    if (useSession.getState().phase === 'waiting') void signIn(wallet, mayAskAtStart())
  })
}

/**
 * Signs in with a wallet: accounts, chain, address, signature, login, in this order.
 * Without `mayAsk` it stops silently where the wallet would have to ask for permission.
 */
export async function signIn(wallet: WalletChoice, mayAsk = true): Promise<void> {
  if (signInRunning) return
  signInRunning = true
  try {
    const refusal = await runSignIn(wallet, mayAsk)
    // A reload breaks the line of a sign-in it interrupts, so one without an answer may go on after it.
    if (refusal !== 'transport') clearResume()
    if (refusal === 'silent') useSession.setState({ phase: 'waiting' })
    else if (refusal) useSession.setState({ phase: 'refused', refusal })
  } finally {
    signInRunning = false
  }
}

async function runSignIn(wallet: WalletChoice, mayAsk: boolean): Promise<RefusalReason | 'silent' | null> {
  useSession.setState({ phase: 'connecting', refusal: null })
  markClosed(false)
  if (!useSession.getState().app) {
    const isLoaded = await loadApp().then(() => true, () => false)
    if (!isLoaded) return 'transport'
  }
  const [address] = await listAccounts(wallet.provider, mayAsk).catch(() => [])
  if (!address) return mayAsk ? 'no_account' : 'silent'
  useSession.setState({ phase: 'switching', walletId: wallet.id })
  markResume(wallet.id)
  if ((await bringToChain(wallet.provider)) !== 'on_chain') return 'network'
  if (!(await isOurWorld(wallet))) return 'real_chain'
  useSession.setState({ phase: 'signing', address, onChain: true })
  const app = useSession.getState().app
  if (!app) return 'transport'
  const message = `${app.signInPhrase}${serverNow()}`
  const signature = await personalSign(wallet.provider, message, address).catch((fault: unknown) => {
    if (!isRejection(fault)) console.error('sign-in was not signed', fault)
    return null
  })
  if (!signature) {
    toast.error(text('common', 'signatureFailed'))
    return 'signature'
  }
  useSession.setState({ phase: 'verifying' })
  return login(wallet, address, message, signature)
}

async function login(wallet: WalletChoice, address: string, message: string, signature: string): Promise<RefusalReason | null> {
  const pusername = keptReferrer() ?? undefined
  try {
    const signedIn = await call('/api/user/logining', { username: address, type: 'ANDROID', pusername, message, signature })
    if (!signedIn.token) return 'server'
    if (signedIn.isNew) clearReferrer()
    takeSession({ address, walletId: wallet.id, token: signedIn.token, userInfo: signedIn })
    attach(wallet, address, useSession.getState().app?.chainId ?? null)
    void persistAnswers(signedIn.id)
    void refreshClientState()
    return null
  } catch (fault) {
    // The clock may be why: ask the server's time again before the next try.
    if (fault instanceof ApiError && fault.code !== codeSignatureFailed) await loadApp().catch(() => undefined)
    return fault instanceof TransportError ? 'transport' : 'server'
  }
}

/** The prices and balances of the client state; they are for display, and each keeps its last value on a fault. */
export async function refreshClientState(): Promise<void> {
  const silent = { hideToast: true }
  const { token } = useSession.getState()
  const isCurrent = () => useSession.getState().token === token
  await Promise.all([
    call('/api/main/getETHPrice', {}, silent).then((ethPrice) => useSession.setState({ ethPrice }), () => undefined),
    call('/api/main/getETLDPrice', {}, silent).then((etldPrice) => useSession.setState({ etldPrice }), () => undefined),
    call('/api/userAccount/balance', {}, silent).then(
      ({ list }) => isCurrent() && useSession.setState({ accountBalance: list }),
      () => undefined,
    ),
  ])
}

function attach(wallet: WalletChoice, address: string, chainId: number | null): void {
  connected?.watch.stop()
  const target = useSession.getState().app?.chainId
  useSession.setState({ onChain: chainId === null ? null : chainId === target })
  const watch = watchWallet(wallet.provider, address, chainId, {
    accountChanged: () => void endSession().then(() => {
      markResume(wallet.id)
      location.reload()
    }),
    chainChanged: () => location.reload(),
    closed: () => void closeWallet(),
  })
  connected = { wallet, watch }
}

async function chainOf(provider: WalletProvider): Promise<number | null> {
  return chainIdOf(await provider.request({ method: 'eth_chainId' }).catch(() => null))
}

function chainFacts(app: AppInfo): ChainFacts {
  return {
    chainId: app.chainId,
    name: app.demo ? 'ETLD demo chain' : 'BNB Smart Chain',
    rpcUrl: new URL(app.rpcUrl, location.origin).href,
    explorer: app.explorer,
  }
}

async function bringToChain(provider: WalletProvider): Promise<SwitchOutcome> {
  const { app } = useSession.getState()
  if (!app) return 'failed'
  return switchChain(provider, chainFacts(app), {
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    tellRefused: () => toast.error(text('common', 'networkUnsupported')),
    tellFailed: () => toast.error(text('common', 'networkSwitchFailed')),
  })
}

/**
 * A demo shares its chain id with a real chain: only a wallet that sees the demo's own first block may be used,
 * so that nobody pays with something of value.
 */
async function isOurWorld(wallet: WalletChoice): Promise<boolean> {
  const { app } = useSession.getState()
  if (!app?.demo || wallet.id === demoWalletId) return true
  const genesis = await wallet.provider.request({ method: 'eth_getBlockByNumber', params: ['0x0', false] }).catch(() => null)
  const hash = typeof genesis === 'object' && genesis !== null && 'hash' in genesis ? String(genesis.hash) : ''
  return hash.toLowerCase() === app.genesisHash.toLowerCase()
}

/** Brings the connected wallet to the chain, for the button after refusals and before each payment. */
export async function ensureChain(): Promise<boolean> {
  const current = connected
  if (!current) return false
  const outcome = await current.watch.duringOwnSwitch(() => bringToChain(current.wallet.provider))
  const isOnChain = outcome === 'on_chain' && (await isOurWorld(current.wallet))
  useSession.setState({ onChain: isOnChain })
  return isOnChain
}

/** The connected wallet's provider, for payments and signatures; null while none is attached. */
export function connectedProvider(): WalletProvider | null {
  return connected?.wallet.provider ?? null
}

/** Signs a text with the session's wallet. A refusal toasts "Signature failed" and gives null. */
export async function signText(message: string): Promise<string | null> {
  const { address } = useSession.getState()
  const provider = connectedProvider()
  if (!provider || !address) return null
  try {
    return await personalSign(provider, message, address)
  } catch (fault) {
    if (!isRejection(fault)) console.error('a text was not signed', fault)
    toast.error(text('common', 'signatureFailed'))
    return null
  }
}

/** Code 1001: forget token and user info and sign in again; the same answer to an old token changes nothing. */
async function signInAgain(lostToken: string): Promise<void> {
  const { token, walletId } = useSession.getState()
  if (token !== lostToken) return
  connected?.watch.stop()
  connected = null
  // A reload in the middle goes on with the same wallet.
  if (walletId) markResume(walletId)
  dropSession('token')
  useSession.setState({ phase: 'starting' })
  // A clock that moved meanwhile may be why the session ended, and would have the new statement refused.
  await Promise.all([forgetAnswers(), loadApp().catch(() => undefined)])
  const nowMs = Date.now()
  lostAtMs = [...lostAtMs.filter((at) => nowMs - at < lostLimit.withinMs), nowMs]
  const wallet = await waitForWallet((choice) => choice.id === walletId, walletWaitMs)
  if (!wallet || lostAtMs.length > lostLimit.times) {
    clearResume()
    useSession.setState({ phase: 'refused', refusal: 'server' })
  } else await signIn(wallet)
}

/** Revokes the session at the server, as far as it can be reached, and forgets everything of this user here. */
async function endSession(): Promise<void> {
  const { token } = useSession.getState()
  connected?.watch.stop()
  connected = null
  dropSession('everything')
  const logout = token
    ? call('/api/user/logout', {}, { hideToast: true, keepalive: true, token }).catch(() => undefined)
    : undefined
  await forgetAnswers()
  await Promise.race([logout, new Promise((resolve) => setTimeout(resolve, 1_000))])
}

/** Closing the wallet: address, token, user info and cached answers go, and the app waits for a wallet. */
export async function closeWallet(): Promise<void> {
  markClosed(true)
  clearResume()
  await endSession()
  useSession.setState({ phase: 'refused', refusal: 'closed' })
}
