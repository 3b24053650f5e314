import { useEffect, useState } from 'react'
import { useText } from '../i18n/text'
import { serverNow } from '../time/clock'
import { secondsUntil } from './Countdown'

const circumference = 2 * Math.PI * 9

/** How long a quote still holds: a ring that empties, and the seconds in words. Screen readers are not interrupted by it. */
export function QuoteRing({ from, until }: { from: string; until: string }) {
  const t = useText('common')
  const [nowMs, setNowMs] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), 500)
    return () => clearInterval(timer)
  }, [])
  const { left, seconds } = quoteLeft(from, until, nowMs)
  return (
    <p role="timer" aria-live="off" className="flex min-h-8 items-center gap-2 text-13 text-muted">
      <svg viewBox="0 0 22 22" width="20" height="20" aria-hidden className="shrink-0 -rotate-90">
        <circle cx="11" cy="11" r="9" fill="none" stroke="var(--line)" strokeWidth="2.5" />
        <circle
          cx="11"
          cy="11"
          r="9"
          fill="none"
          stroke="var(--brass)"
          strokeWidth="2.5"
          strokeDasharray={circumference}
          strokeDashoffset={circumference * (1 - left)}
        />
      </svg>
      <span className="fig">{t('quoteRenews', { seconds })}</span>
    </p>
  )
}

/**
 * The share of a quote's time that is left, 0 to 1, and the same in whole seconds.
 * An answer is a while under way, so what this device takes for the server's time may lie before the quote's own.
 */
export function quoteLeft(from: string, until: string, nowMs: number): { left: number; seconds: number } {
  const begin = Date.parse(from)
  const atMs = Math.max(nowMs, begin)
  const whole = Math.max(1, Date.parse(until) - begin)
  return { left: Math.max(0, (Date.parse(until) - atMs) / whole), seconds: secondsUntil(until, atMs) }
}
