import { deviceStorage, tabStorage } from '@kit/kept/storage'
import { forgetPush } from './pushFollow'
import { call } from './api'
import { forgetAnswers } from './cache'
import { detach } from './connection'
import { forgetPeople } from './device'
import { clearResume, markEnding } from './resume'
import { dropSession, useSession } from './store'

const logoutWaitMs = 1_000

/** Forgets everything of this user on this page, whoever ended the session. */
export async function forgetHere(): Promise<void> {
  detach()
  dropSession('everything')
  forgetPush()
  await forgetAnswers()
}

/** Revokes the session at the server, as far as it can be reached, and forgets everything of this user here. */
async function endSession(): Promise<void> {
  const { token } = useSession.getState()
  const logout = token ? call('/api/user/logout', {}, { hideToast: true, keepalive: true, token }).catch(() => undefined) : undefined
  await forgetHere()
  await Promise.race([logout, new Promise((resolve) => setTimeout(resolve, logoutWaitMs))])
}

/**
 * Closing the wallet: address, token, user info and cached answers go, in every tab, and the app waits to be asked. On
 * a device that others use, what it keeps for verifying goes too.
 */
export async function closeWallet({ forgetsDevice = false } = {}): Promise<void> {
  // Noted before the session goes: the other tabs look here for why it went.
  markEnding('closed')
  clearResume()
  await endSession()
  if (forgetsDevice) forgetPeople(deviceStorage, tabStorage)
  useSession.setState({ phase: 'refused', refusal: 'closed' })
}

/** The wallet shows another account: everything goes as if it were closed, and the page begins anew and waits to be asked, in every tab. */
export async function leaveAccount(): Promise<void> {
  markEnding('changed')
  clearResume()
  useSession.setState({ phase: 'starting' })
  await endSession()
  location.reload()
}
