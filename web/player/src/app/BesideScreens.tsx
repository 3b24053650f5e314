import { useEffect } from 'react'
import { countPush, resumePush } from '@core/session/pushFollow'
import { useUser } from '@core/queries/useUser'
import { useSession } from '@core/session/store'
import { Away } from './Away'
import { Earlier } from './Earlier'
import { FirstIncome } from './FirstIncome'
import { Held } from './Held'
import { Live } from './Live'
import { MovingMoney } from './MovingMoney'
import { Palette } from './Palette'

/** Above the screen: it comes in one file with what stands beside it. */
export { Earlier }

/** What follows a signed-in person on every screen. */
export function BesideScreens() {
  return (
    <>
      <Live />
      <Push />
      <MovingMoney />
      <FirstIncome />
      <Away />
      <Palette />
      <Held />
    </>
  )
}

/** Goes on telling a person while the app is closed, and keeps the figure on the app's icon. Shows nothing. */
function Push() {
  const userId = useSession((state) => state.userId)
  const unread = useUser({ isShell: true }).data?.unread
  useEffect(() => {
    if (userId !== null) resumePush(userId)
  }, [userId])
  useEffect(() => {
    if (unread !== undefined) countPush(unread)
  }, [unread])
  return null
}
