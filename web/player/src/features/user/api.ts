import type { UseQueryResult } from '@tanstack/react-query'
import type { Data, Params, UserInfo } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'
import { call } from '@core/session/api'
import { answers } from '@core/session/cache'
import { takeUserInfo } from '@core/session/store'

/** The signed-in user, as the server knows them now. */
export function useUserInfo({ enabled = true } = {}): UseQueryResult<UserInfo> {
  return useAnswer('/api/user/getUserInfo', {}, { enabled })
}

/** Where this wallet is signed in. */
export function useSessions(): UseQueryResult<Data<'/api/user/sessions'>> {
  return useAnswer('/api/user/sessions', {})
}

/** Signs another device out. */
export async function revokeSession(sessionId: string): Promise<void> {
  await call('/api/user/revokeSession', { sessionId })
}

/** Changes name or picture; the session takes the answer on. */
export async function updateProfile(change: Params<'/api/user/updateProfile'>): Promise<void> {
  takeUserInfo(await call('/api/user/updateProfile', change, { hideToast: true }))
  await answers.invalidateQueries({ queryKey: ['/api/user/getUserInfo'] })
}
