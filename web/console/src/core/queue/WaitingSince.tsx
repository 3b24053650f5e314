import { useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'
import { serverNow } from '@kit/time/clock'

const day = 86_400_000
const hour = 3_600_000

interface WaitingSinceProps {
  since: string
  /** Until when somebody should have acted; null where nothing was promised. */
  due: string | null
}

/** How long something has waited, of how long it may: red when it is late. */
export function WaitingSince({ since, due }: WaitingSinceProps) {
  const t = useText('console')
  if (due === null) return <Age at={since} />
  const promisedMs = Date.parse(due) - Date.parse(since)
  const isLate = serverNow() >= Date.parse(due)
  const promise =
    promisedMs >= 2 * day ? t('queue.ofDays', { count: Math.round(promisedMs / day) }) : t('queue.ofHours', { count: Math.round(promisedMs / hour) })
  return (
    <span className={isLate ? 'font-semibold text-loss' : ''}>
      <Age at={since} />
      <span className={`block text-13 ${isLate ? '' : 'text-muted'}`}>{isLate ? t('queue.late', { promise }) : promise}</span>
    </span>
  )
}
