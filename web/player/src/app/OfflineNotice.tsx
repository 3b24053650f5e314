import { useLanguage, useText } from '@kit/i18n/text'
import { onServersClock } from '@kit/time/clock'
import { formatTime } from '@kit/time/zone'
import { useReach } from './useReach'

/** A time whose day, hour and minute have two digits. */
const longMs = Date.UTC(2026, 10, 20, 12, 20)

/** Says that the server is not there, and from when the figures on the screen are. */
export function OfflineNotice() {
  const t = useText('connection')
  const language = useLanguage()
  const reach = useReach()
  if (reach.state === 'reached') return null
  const { state, asOfMs } = reach
  const dated = (ms: number) => t(`at.${state}`, { time: formatTime(onServersClock(ms), language) })
  // The longer sentence keeps its place, so that nothing moves once it is known from when the figures are.
  return (
    <p
      role="status"
      data-longest={dated(asOfMs ?? longMs)}
      className="mx-4 mt-3 grid items-center rounded-card border border-[var(--brass)] bg-raised p-3 text-15 break-words after:invisible after:content-[attr(data-longest)] after:[grid-area:1/1]"
    >
      <span className="min-w-0 [grid-area:1/1]">{asOfMs === null ? t(`bare.${state}`) : dated(asOfMs)}</span>
    </p>
  )
}
