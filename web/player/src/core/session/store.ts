import { create } from 'zustand'
import type { AppInfo, Balance, UserInfo } from '@kit/api/contract'

/** Where the sign-in stands. `ready` means there is a session token. */
export type SessionPhase =
  | 'starting'
  | 'unreachable'
  | 'waiting'
  | 'connecting'
  | 'switching'
  | 'signing'
  | 'verifying'
  | 'refused'
  | 'ready'

/** Why a sign-in stopped. */
export type RefusalReason = 'closed' | 'no_account' | 'network' | 'real_chain' | 'signature' | 'server' | 'transport'

/** The client state of spec §3 (the language and the referrer live in local storage). */
export interface SessionState {
  phase: SessionPhase
  refusal: RefusalReason | null
  app: AppInfo | null
  /** Whether this deployment is a demo, as known since the last visit: its banner must not shift the page. */
  isDemo: boolean
  address: string | null
  walletId: string | null
  token: string | null
  userInfo: UserInfo | null
  /** Whether the wallet stands on the app's chain; null while unknown. */
  onChain: boolean | null
  ethPrice: number | null
  etldPrice: number | null
  accountBalance: Balance[]
}

const storageKey = 'etld.session'

interface Kept {
  address: string
  walletId: string
  token: string
  userInfo: UserInfo
}

const empty = {
  address: null,
  walletId: null,
  token: null,
  userInfo: null,
  onChain: null,
  accountBalance: [],
} satisfies Partial<SessionState>

function readKept(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Kept | null
    return kept && typeof kept.token === 'string' && typeof kept.address === 'string' && kept.userInfo ? kept : null
  } catch {
    return null
  }
}

/** The session store. Components select from it; only `session.ts` writes the sign-in parts. */
export const useSession = create<SessionState>(() => ({
  phase: 'starting',
  refusal: null,
  app: null,
  isDemo: typeof localStorage !== 'undefined' && localStorage.getItem('etld.isDemo') === '1',
  ethPrice: null,
  etldPrice: null,
  ...empty,
  ...(typeof localStorage === 'undefined' ? null : readKept()),
}))

/** Takes the facts of the deployment on. */
export function takeApp(app: AppInfo): void {
  localStorage.setItem('etld.isDemo', app.demo ? '1' : '0')
  useSession.setState({ app, isDemo: app.demo })
}

/** Takes a session on, here and for the next visit. */
export function takeSession(kept: Kept): void {
  localStorage.setItem(storageKey, JSON.stringify(kept))
  useSession.setState({ ...kept, phase: 'ready', refusal: null })
}

/** Replaces the user info of the current session; the token stays the one we have. */
export function takeUserInfo(userInfo: UserInfo): void {
  const { token, address, walletId } = useSession.getState()
  useSession.setState({ userInfo })
  if (token && address && walletId) {
    localStorage.setItem(storageKey, JSON.stringify({ token, address, walletId, userInfo: { ...userInfo, token } }))
  }
}

/** Forgets token and user info; the wallet's address too, where the wallet itself is gone. */
export function dropSession(what: 'token' | 'everything'): void {
  localStorage.removeItem(storageKey)
  const { address, walletId } = useSession.getState()
  useSession.setState({ ...empty, ...(what === 'token' ? { address, walletId } : {}) })
}
