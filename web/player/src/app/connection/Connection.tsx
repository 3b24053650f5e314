import { answers } from '@core/session/cache'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { onlineManager, useIsFetching } from '@tanstack/react-query'
import { useSession } from '@core/session/store'
import { useLanguage, useText } from '@kit/i18n/text'
import { onServersClock } from '@kit/time/clock'
import { formatTime } from '@kit/time/zone'
import { Bar } from '../shell/Bar'
import { askAnew, decideSlow, isFirstRead, slowStepsMs } from './decideSlow'
import { useElapsed } from '../shell/useElapsed'
import { isOutdated } from './version'
import { decideReach, type Reach } from './decideReach'

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

/** A time whose day, hour and minute have two digits. */
const longMs = Date.UTC(2026, 10, 20, 12, 20)

/** Says that the server is not there, and from when the figures on the screen are. */
function OfflineNotice() {
  const t = useText('common')
  const language = useLanguage()
  const reach = useReach()
  if (reach.state === 'reached') return null
  const { state, asOfMs } = reach
  const dated = (ms: number) => t(`connection.at.${state}`, { time: formatTime(onServersClock(ms), language) })
  // The longer sentence keeps its place, so that nothing moves once it is known from when the figures are.
  return (
    <Bar>
      <p data-longest={dated(asOfMs ?? longMs)} className="grid items-center after:invisible after:content-[attr(data-longest)] after:[grid-area:1/1]">
        <span className="min-w-0 [grid-area:1/1]">{asOfMs === null ? t(`connection.bare.${state}`) : dated(asOfMs)}</span>
      </p>
    </Bar>
  )
}

/** Says that the server is slow once a screen waits for its first answer, and lets it be asked anew. */
function SlowNotice() {
  const t = useText('common')
  const isWaiting = useIsFetching({ predicate: isFirstRead }) > 0
  const reach = useReach()
  const waitedMs = useElapsed(isWaiting ? 'waiting' : 'idle', slowStepsMs)
  // Where there is no line, that is said instead.
  const said = isWaiting && reach.state === 'reached' ? decideSlow(waitedMs) : null
  if (!said) return null
  return (
    <Bar tone="plain" act={said === 'retry' ? { name: t('connection.slowRetry'), onPress: () => void askAnew(answers) } : null}>
      {t('connection.slow')}
    </Bar>
  )
}

const askEveryMs = 60 * 60_000
/** Who comes back to the app is not asked for more often than this. */
const askAgainAfterMs = 60_000

/** Says that there is a newer version of the app, and loads it when the person wants it. */
function NewVersion() {
  const t = useText('common')
  const [isOld, setIsOld] = useState(false)
  useEffect(() => {
    let askedAtMs = Date.now()
    async function ask() {
      if (document.visibilityState !== 'visible' || Date.now() - askedAtMs < askAgainAfterMs) return
      askedAtMs = Date.now()
      if (await isOutdated()) setIsOld(true)
    }
    const timer = setInterval(() => void ask(), askEveryMs)
    const look = () => void ask()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  if (!isOld) return null
  return <Bar act={{ name: t('connection.reload'), onPress: () => location.reload() }}>{t('connection.newVersion')}</Bar>
}

/** Follows the line to the server by what the screens' reads bring. */
function useReach(): Reach {
  const last = useRef<Reach>({ state: 'reached' })
  const subscribe = useCallback((tell: () => void) => {
    const stops = [answers.getQueryCache().subscribe(tell), onlineManager.subscribe(tell)]
    return () => stops.forEach((stop) => stop())
  }, [])
  const read = useCallback(() => {
    const now = decideReach(answers.getQueryCache().findAll({ type: 'active' }), onlineManager.isOnline())
    // The same news is the same object, so that nothing renders anew.
    if (JSON.stringify(now) !== JSON.stringify(last.current)) last.current = now
    return last.current
  }, [])
  return useSyncExternalStore(subscribe, read)
}
