import { useText } from '../i18n/text'
import { useNow } from '../time/useNow'
import { secondsUntil } from './Countdown'
import { Ring } from './Ring'

/** How long a quote still holds: a ring that empties, and the seconds in words. Screen readers are not interrupted by it. */
export function QuoteRing({ from, until }: { from: string; until: string }) {
  const t = useText('common')
  const { left, seconds } = quoteLeft(from, until, useNow(500))
  return (
    <p role="timer" aria-live="off" className="flex min-h-8 items-center gap-2 text-13 text-muted">
      <Ring share={left} />
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
