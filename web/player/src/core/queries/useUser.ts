import type { UseQueryResult } from '@tanstack/react-query'
import type { UserInfo } from '@kit/api/contract'
import { readKeptSession } from '../session/kept'
import { useSession } from '../session/store'
import { useAnswer } from './useAnswer'

/** Events and commands tell when a user changes, so that a screen that opens need not ask. */
const toldMs = 5 * 60_000

/** The signed-in user: as the device knew them last, until the server answers. `isShell` where no figure of theirs is shown. */
export function useUser({ isShell = false } = {}): UseQueryResult<UserInfo> {
  const enabled = useSession((state) => state.token !== null)
  return useAnswer('/api/user/getUserInfo', {}, { enabled, isShell, staleMs: toldMs, first: () => readKeptSession()?.userInfo })
}
