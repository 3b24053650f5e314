import { deviceStorage } from '@kit/kept/storage'
import { create } from 'zustand'
import type { AppInfo, UserInfo } from '@kit/api/contract'
import { readKeptFrom, readKeptSession, sessionKey, type KeptSession } from './kept'

/** Where the sign-in stands. `ready` means there is a session token. */
export type SessionPhase = 'starting' | 'unreachable' | 'waiting' | 'connecting' | 'switching' | 'signing' | 'verifying' | 'refused' | 'ready'

/** Why a sign-in stopped. */
export type RefusalReason =
  'closed' | 'no_account' | 'pending' | 'network' | 'real_chain' | 'other_site' | 'signature' | 'suspended' | 'suspended_until' | 'server' | 'transport'

/** Why an account is suspended, in an operator's words, and until when; empty where that is not decided. */
export interface Suspension {
  reason: string
  until: string
}

/**
 * Who is signed in, and how far the sign-in is. The rest of spec §3's client state lives elsewhere: prices and balances
 * in the cache of answers, the language and the referrer in local storage.
 */
interface SessionState {
  phase: SessionPhase
  refusal: RefusalReason | null
  suspension: Suspension | null
  app: AppInfo | null
  /** Whether this deployment is a demo, as known since the last visit: its banner must not shift the page. */
  isDemo: boolean
  address: string | null
  walletId: string | null
  token: string | null
  userId: string | null
  /** Whether the wallet stands on the app's chain; null while unknown. */
  onChain: boolean | null
  /** Whether the wallet is locked: it shows no account and waits to be unlocked, and the session with it. */
  isLocked: boolean
  /** Counts the attempts to sign in. */
  attempt: number
  /** The name of the wallet the attempt asks; empty where it has none. */
  asked: string
}

const empty = { address: null, walletId: null, token: null, userId: null, onChain: null, isLocked: false } satisfies Partial<SessionState>

/** The session store. Components select from it; only this folder writes it. */
export const useSession = create<SessionState>(() => ({
  phase: 'starting',
  refusal: null,
  suspension: null,
  app: null,
  isDemo: deviceStorage.getItem('etld.isDemo') === '1',
  attempt: 0,
  asked: '',
  ...empty,
  ...sessionOf(readKeptSession()),
}))

/** What of a kept session stands in the store; the user's own figures are in the cache of answers. */
function sessionOf(kept: KeptSession | null): Partial<SessionState> {
  return kept ? { address: kept.address, walletId: kept.walletId, token: kept.token, userId: kept.userInfo.id } : {}
}

/** Takes the facts of the deployment on. */
export function takeApp(app: AppInfo): void {
  deviceStorage.setItem('etld.isDemo', app.demo ? '1' : '0')
  useSession.setState({ app, isDemo: app.demo })
}

/** Takes a session on, as it is kept for the next visit and every other tab. */
export function takeSession(kept: KeptSession): void {
  useSession.setState({ ...sessionOf(kept), phase: 'ready', refusal: null })
}

/** Keeps a session for the next visit. */
export function keepSession(kept: KeptSession): void {
  deviceStorage.setItem(sessionKey, JSON.stringify(kept))
}

/** Keeps what is known of the user now for the first frame of the next visit. Where another tab ended the session, it is not brought back. */
export function keepUser(userInfo: UserInfo): void {
  const kept = readKeptSession()
  if (kept && kept.token === useSession.getState().token) keepSession({ ...kept, userInfo: { ...userInfo, token: kept.token } })
}

/** Keeps by which id the session's wallet is found: one that was only injected may announce itself now. */
export function keepWallet(walletId: string): void {
  const { token, walletId: before } = useSession.getState()
  if (walletId === before) return
  useSession.setState({ walletId })
  const kept = readKeptSession()
  if (kept && kept.token === token) keepSession({ ...kept, walletId })
}

/** Forgets token and user; the wallet's address too, where the wallet itself is gone. */
export function dropSession(what: 'token' | 'everything'): void {
  deviceStorage.removeItem(sessionKey)
  const { address, walletId } = useSession.getState()
  useSession.setState({ ...empty, ...(what === 'token' ? { address, walletId } : {}) })
}

/**
 * Calls back when another tab changed the session; null means that it ended. A page that the browser laid aside and takes
 * up again was told nothing meanwhile, so it looks. Returns how to stop.
 */
export function whenOtherTab(changed: (kept: KeptSession | null) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === sessionKey) changed(readKeptFrom(newValue))
  }
  const look = ({ persisted }: PageTransitionEvent) => persisted && changed(readKeptSession())
  window.addEventListener('storage', listen)
  window.addEventListener('pageshow', look)
  return () => {
    window.removeEventListener('storage', listen)
    window.removeEventListener('pageshow', look)
  }
}
