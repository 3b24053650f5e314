import type { Params } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'
import { call } from '@core/session/api'
import { answers } from '@core/session/cache'

/** Where this wallet is signed in. */
export const useSessions = () => useAnswer('/api/user/sessions', {})

/** Signs another device out. */
export async function revokeSession(sessionId: string): Promise<void> {
  await call('/api/user/revokeSession', { sessionId })
}

/** Changes name or picture. */
export async function updateProfile(change: Params<'/api/user/updateProfile'>): Promise<void> {
  const renew = () => answers.invalidateQueries({ queryKey: ['/api/user/getUserInfo'] })
  try {
    const user = await call('/api/user/updateProfile', change, { hideToast: true })
    answers.setQueriesData({ queryKey: ['/api/user/getUserInfo'] }, user)
  } catch (fault) {
    // Without an answer it may be done all the same.
    void renew()
    throw fault
  }
  await renew()
}
