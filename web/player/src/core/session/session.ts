import type { AppInfo } from '@kit/api/contract'
import { text } from '@kit/i18n/text'
import { chainId } from '@kit/signing/phrases'
import { noteServerTime, serverNow } from '@kit/time/clock'
import { noteZone } from '@kit/time/zone'
import { toast } from '@kit/ui/toast'
import { isKeptAs, waitForWallet } from '@kit/wallet/discover'
import { sameAddress, type WalletChoice } from '@kit/wallet/provider'
import { listAccounts } from '@kit/wallet/sign'
import type { WatchedAccount } from '../wallet/watch'
import { call, whenSessionLost } from './api'
import { forgetAnswers, keepAnswer, persistAnswers } from './cache'
import { attach, bringToChain, chainOf, detach, ensureChain, isOurWorld } from './connection'
import { closeWallet, forgetHere, leaveAccount } from './ending'
import { readKeptSession, type KeptSession } from './kept'
import { clearReferrer, keptReferrer } from './referrer'
import { clearResume, lastEnding, markEnding, markResume, takeResume } from './resume'
import { runSignIn, type SignInEnd, type SignInSurroundings } from './signIn'
import { dropSession, keepSession, keepWallet, takeApp, takeSession, useSession, whenOtherTab } from './store'

/** Wallets announce themselves within this time; who is to sign waits no longer. */
const walletWaitMs = 1_500
/** So often a server that could not be reached is asked again. */
const reachAgainMs = 5_000
const lostLimit = { times: 3, withinMs: 60_000 }

let lostAtMs: number[] = []
let stopListening: (() => void) | null = null

let announceDemo: (app: AppInfo) => Promise<void> = () => Promise.resolve()

/** Says how the wallet of a demo is announced. */
export function whenDemo(announce: (app: AppInfo) => Promise<void>): void {
  announceDemo = announce
}

/** Starts everything: facts of the deployment, the wallet, and the session that was kept or interrupted. */
export async function startSession(): Promise<void> {
  whenSessionLost((token) => void signInAgain(token))
  stopListening ??= whenOtherTab((kept) => void followOtherTab(kept))
  const attempt = nextAttempt()
  const { token, userId } = useSession.getState()
  useSession.setState({ phase: token ? 'ready' : 'starting', refusal: null })
  // What the device kept can be read whether the server answers or not.
  if (token && userId) void persistAnswers(userId)
  try {
    await loadApp()
  } catch {
    if (!token && isCurrent(attempt)) useSession.setState({ phase: 'unreachable' })
    if (!(await reachAgain(attempt))) return
  }
  if (!isCurrent(attempt)) return
  if (token) await resumeSession()
  else await goOnAfterReload(attempt)
}

/** Asks for the facts of the deployment until they come; false where another attempt began meanwhile. */
async function reachAgain(attempt: number): Promise<boolean> {
  for (;;) {
    await onlineOrAfter(reachAgainMs)
    if (!isCurrent(attempt)) return false
    try {
      await loadApp()
      return isCurrent(attempt)
    } catch {
      // Asked again.
    }
  }
}

function onlineOrAfter(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    window.addEventListener('online', go)
  })
}

/** Numbers the attempts to get in: what an older one still brings is dropped. */
function nextAttempt(): number {
  const attempt = useSession.getState().attempt + 1
  useSession.setState({ attempt })
  return attempt
}

function isCurrent(attempt: number): boolean {
  return useSession.getState().attempt === attempt
}

async function loadApp(): Promise<AppInfo> {
  const app: AppInfo = await call('/api/open/app', {}, { hideToast: true })
  noteServerTime(app.serverTime)
  noteZone(app.zone)
  keepAnswer('/api/open/app', {}, app)
  takeApp(app)
  if (app.demo) await announceDemo(app)
  return app
}

/**
 * A session was kept: attach the wallet to it, however late it announces itself, unless it now shows another account. A
 * locked one is waited for.
 */
async function resumeSession(): Promise<void> {
  const { address, walletId, userId, token } = useSession.getState()
  if (userId) void persistAnswers(userId)
  const wallet = await waitForWallet((choice) => isKeptAs(walletId, choice) !== false, null)
  if (!wallet || !address) return
  const [account] = await listAccounts(wallet.provider, false)
  if (useSession.getState().token !== token) return
  // Another wallet than the session's has no say in it.
  if (isKeptAs(walletId, wallet) !== 'surely' && !sameAddress(account, address)) return
  if (account && !sameAddress(account, address)) return leaveAccount()
  keepWallet(wallet.id)
  clearResume()
  watch(wallet, { address, chainId: await chainOf(wallet.provider), isSeen: account !== undefined })
  if (account && useSession.getState().onChain === false) await ensureChain()
}

/** Without a session nothing is asked of a wallet, unless a reload interrupted what the person had begun. */
async function goOnAfterReload(attempt: number): Promise<void> {
  const resume = takeResume()
  const wallet = resume && (await waitForWallet((choice) => isKeptAs(resume.walletId, choice) !== false, walletWaitMs))
  if (!isCurrent(attempt)) return
  if (wallet) await signIn(wallet)
  else useSession.setState({ phase: 'waiting' })
}

/** Signs in with a wallet. Each call is a new attempt: what an earlier one still brings is dropped. */
export async function signIn(wallet: WalletChoice): Promise<void> {
  const attempt = nextAttempt()
  markEnding(null)
  useSession.setState({ refusal: null, asked: wallet.name })
  const end = await runSignIn(wallet.provider, surroundingsOf(wallet, attempt))
  if (isCurrent(attempt)) takeEnd(wallet, end)
}

function surroundingsOf(wallet: WalletChoice, attempt: number): SignInSurroundings {
  return {
    begin(step, address) {
      if (!isCurrent(attempt)) return false
      useSession.setState({ phase: step, ...(address ? { address, onChain: true } : {}) })
      if (step !== 'switching') return true
      useSession.setState({ walletId: wallet.id })
      markResume(wallet.id)
      return true
    },
    app: async () => useSession.getState().app ?? loadApp(),
    askAppAgain: loadApp,
    toChain: (app) => bringToChain(wallet.provider, app, () => isCurrent(attempt)),
    isOurWorld: (app) => isOurWorld(wallet, app),
    host: location.host,
    now: serverNow,
    referrer: keptReferrer,
    login: (login) => call('/api/user/logining', login, { hideToast: true }),
    tell: (message) => toast.error(message),
    log: (line, fault) => console.error(line, fault),
  }
}

function takeEnd(wallet: WalletChoice, end: SignInEnd): void {
  if (end.kind === 'dropped') return
  if (end.kind === 'refused') {
    // A reload breaks the line of a sign-in it interrupts, so one without an answer may go on after it.
    if (end.reason !== 'transport') clearResume()
    if (end.reason === 'signature') toast.error(text('common', 'signatureFailed'))
    useSession.setState({ phase: 'refused', refusal: end.reason, suspension: end.suspension })
    return
  }
  const { address, token, userInfo } = end
  clearResume()
  if (userInfo.isNew) clearReferrer()
  const kept = { address, walletId: wallet.id, token, userInfo }
  keepSession(kept)
  takeSession(kept)
  watch(wallet, { address, chainId, isSeen: true })
  void persistAnswers(userInfo.id)
}

function watch(wallet: WalletChoice, account: WatchedAccount): void {
  attach(wallet, account, { accountChanged: () => void leaveAccount(), chainChanged: () => location.reload(), closed: () => void closeWallet() })
}

/** Code 1001: forget token and user and sign in again; the same answer to an old token changes nothing. */
async function signInAgain(lostToken: string): Promise<void> {
  const { token, walletId, address } = useSession.getState()
  if (token !== lostToken) return
  const kept = readKeptSession()
  if (kept?.token !== lostToken && (kept || lastEnding())) return followOtherTab(kept)
  detach()
  const attempt = nextAttempt()
  // A reload in the middle goes on with the same wallet.
  if (walletId) markResume(walletId)
  dropSession('token')
  useSession.setState({ phase: 'starting' })
  // A clock that moved meanwhile may be why the session ended, and would have the new statement refused.
  await Promise.all([forgetAnswers(), loadApp().catch(() => undefined)])
  const nowMs = Date.now()
  lostAtMs = [...lostAtMs.filter((at) => nowMs - at < lostLimit.withinMs), nowMs]
  const wallet = await waitForWallet((choice) => isKeptAs(walletId, choice) !== false, walletWaitMs)
  if (!isCurrent(attempt)) return
  if (!wallet || lostAtMs.length > lostLimit.times) {
    clearResume()
    return useSession.setState({ phase: 'refused', refusal: 'server' })
  }
  const [account] = await listAccounts(wallet.provider, false)
  if (!isCurrent(attempt)) return
  if (account && !sameAddress(account, address)) await leaveAccount()
  else await signIn(wallet)
}

/** Another tab signed in, closed the wallet or left its account: this one does the same, and asks nobody. */
async function followOtherTab(kept: KeptSession | null): Promise<void> {
  const { token, address } = useSession.getState()
  if (kept) {
    if (kept.token === token) return
    nextAttempt()
    clearResume()
    if (token && !sameAddress(kept.address, address)) {
      await forgetAnswers()
      location.reload()
      return
    }
    takeSession(kept)
    await resumeSession()
    return
  }
  const ending = lastEnding()
  if (!ending) return
  nextAttempt()
  clearResume()
  if (ending === 'changed') useSession.setState({ phase: 'starting' })
  await forgetHere()
  if (ending === 'changed') location.reload()
  else useSession.setState({ phase: 'refused', refusal: 'closed' })
}
