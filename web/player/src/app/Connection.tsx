import { useEffect } from 'react'
import { useSession } from '@core/session/store'
import { NewVersion } from './NewVersion'
import { OfflineNotice } from './OfflineNotice'
import { SlowNotice } from './SlowNotice'

const workerAfterMs = 3_000

/** What is said of the line to the server and of the app's version, on every screen. */
export function Connection() {
  const isSignedIn = useSession((state) => state.token !== null)
  useEffect(startWorker, [])
  return (
    <>
      <NewVersion />
      {isSignedIn && <OfflineNotice />}
      {isSignedIn && <SlowNotice />}
    </>
  )
}

/** The service worker keeps the app's files for times without a line. It begins when the first screen is done. */
function startWorker(): (() => void) | undefined {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const timer = setTimeout(() => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch((fault: unknown) => console.error('no service worker', fault))
  }, workerAfterMs)
  return () => clearTimeout(timer)
}
