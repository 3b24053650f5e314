import { deviceStorage } from '@kit/kept/storage'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { late } from '@core/frame/late'
import { useSession } from '@core/session/store'
import { isAt } from '@core/frame/places'
import { serverNow } from '@kit/time/clock'
import { awaySince, noteSeen } from './decideAway'

const AwayCard = late(() => import('./AwayCard').then((module) => module.AwayCard), ['home'])
const noteMs = 60_000

/** What one's machines brought while one was away: told once on the front page, after six hours. */
export function Away() {
  const userId = useSession((state) => state.userId)
  return userId ? <Following key={userId} storageKey={`etld.seen.${userId}`} /> : null
}

function Following({ storageKey }: { storageKey: string }) {
  const { pathname } = useLocation()
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => {
    const note = () => {
      if (document.hidden) return
      const away = awaySince(deviceStorage.getItem(storageKey), Date.now())
      if (away !== null) setSince(away)
      deviceStorage.setItem(storageKey, noteSeen(Date.now(), serverNow()))
    }
    note()
    const timer = setInterval(note, noteMs)
    document.addEventListener('visibilitychange', note)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', note)
    }
  }, [storageKey])
  if (since === null || !isAt(pathname, '/')) return null
  return (
    <Suspense fallback={null}>
      <AwayCard since={since} onClose={() => setSince(null)} />
    </Suspense>
  )
}
