import { useLanguage, useText } from '@kit/i18n/text'
import { onServersClock } from '@kit/time/clock'
import { formatTime } from '@kit/time/zone'
import { useReach } from './useReach'

/** Says that the server is not there, and from when the figures on the screen are. */
export function OfflineNotice() {
  const t = useText('connection')
  const language = useLanguage()
  const reach = useReach()
  if (reach.state === 'reached') return null
  const { state, asOfMs } = reach
  const time = asOfMs !== null && formatTime(onServersClock(asOfMs), language)
  return (
    <p role="status" className="mx-4 mt-3 rounded-card border border-[var(--brass)] bg-raised p-3 text-15 break-words">
      {time ? t(`at.${state}`, { time }) : t(`bare.${state}`)}
    </p>
  )
}
