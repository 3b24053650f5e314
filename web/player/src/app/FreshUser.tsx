import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAnswer } from '@core/queries/useAnswer'
import { whenCommandAnswered } from '@core/session/api'
import { takeUserInfo } from '@core/session/store'

/**
 * Keeps who is signed in fresh while the app is visible: level and unread notices change behind its back, and after
 * each command. Shows nothing.
 */
export function FreshUser() {
  const answers = useQueryClient()
  const { data, isFetchedAfterMount } = useAnswer('/api/user/getUserInfo', {}, { isShell: true })
  // What the device kept from the last visit is older than what the session knows.
  const known = isFetchedAfterMount ? data : undefined
  useEffect(() => {
    if (known) takeUserInfo(known)
  }, [known])
  useEffect(() => whenCommandAnswered(() => void answers.invalidateQueries({ queryKey: ['/api/user/getUserInfo'] })), [answers])
  return null
}
