import type { UserInfo } from '@kit/api/contract'
import { deviceStorage } from '@kit/kept/storage'

/** Where the session is kept. */
export const sessionKey = 'etld.session'

/** What the next visit, and every other tab, knows of the session. */
export interface KeptSession {
  address: string
  walletId: string
  token: string
  userInfo: UserInfo
}

/** The session this device keeps. */
export function readKeptSession(): KeptSession | null {
  return readKeptFrom(deviceStorage.getItem(sessionKey))
}

/** The session that a stored text tells of. */
export function readKeptFrom(text: string | null): KeptSession | null {
  try {
    const kept = JSON.parse(text ?? 'null') as KeptSession | null
    return kept && typeof kept.token === 'string' && typeof kept.address === 'string' && kept.userInfo ? kept : null
  } catch {
    return null
  }
}
