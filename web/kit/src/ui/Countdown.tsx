import { useEffect, useState } from 'react'
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
  const [left, setLeft] = useState(() => secondsUntil(until))
  useEffect(() => {
    setLeft(secondsUntil(until))
    const timer = setInterval(() => {
      const seconds = secondsUntil(until)
      setLeft(seconds)
      if (seconds === 0) {
        clearInterval(timer)
        onEnd?.()
      }
    }, 1000)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- a new callback must not restart the clock
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
