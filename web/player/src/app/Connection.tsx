import { useSession } from '@core/session/store'
import { NewVersion } from './NewVersion'
import { OfflineNotice } from './OfflineNotice'
import { SlowNotice } from './SlowNotice'

/** What is said of the line to the server and of the app's version, on every screen. */
export function Connection() {
  const isSignedIn = useSession((state) => state.token !== null)
  return (
    <>
      <NewVersion />
      {isSignedIn && <OfflineNotice />}
      {isSignedIn && <SlowNotice />}
    </>
  )
}
