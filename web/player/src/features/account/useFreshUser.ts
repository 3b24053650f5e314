import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UserInfo } from '@kit/api/contract'
import { useAnswer } from '@kit/api/queries'
import { takeUserInfo } from '@kit/session/store'

/** Asks who is signed in again, and tells the session: level and unread notices change behind its back. */
export function useFreshUser(): UseQueryResult<UserInfo> {
  const answer = useAnswer('/api/user/getUserInfo', {})
  const { data } = answer
  useEffect(() => {
    if (data) takeUserInfo(data)
  }, [data])
  return answer
}
