import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../i18n/text'
import { serverNow } from '../time/clock'

const spokenSeconds = [60, 30, 10]

/** The whole seconds left until an ISO time, by the server's clock; never below 0. */
export function secondsUntil(iso: string, nowMs = serverNow()): number {
  const at = Date.parse(iso)
  return Number.isFinite(at) ? Math.max(0, Math.ceil((at - nowMs) / 1000)) : 0
}

/** Prints seconds as `4:32`, `1:04:32`; days are for the words around it. */
export function clockFace(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Counts down on the server's clock; speaks only at 60, 30 and 10 seconds. Calls `onEnd` once at 0. */
export function Countdown({ until, onEnd }: { until: string; onEnd?: () => void }) {
  const t = useText('common')
  const [seen, see] = useState(() => ({ until, left: secondsUntil(until) }))
  const left = seen.until === until ? seen.left : secondsUntil(until)
  const end = useEffectEvent(() => onEnd?.())
  // What is over when it is first seen is told a second later: by then the answer that is awaited may name another end.
  useEffect(() => {
    const timer = setInterval(() => {
      const now = { until, left: secondsUntil(until) }
      see(now)
      if (now.left > 0) return
      clearInterval(timer)
      end()
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return (
    <>
      <span className="fig" role="timer" aria-live="off">
        {clockFace(left)}
      </span>
      <span className="sr-only" aria-live="polite">
        {spokenSeconds.includes(left) ? t('secondsLeft', { count: left }) : ''}
      </span>
    </>
  )
}
