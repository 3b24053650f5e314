import { useText } from '@kit/i18n/text'
import { onServersClock } from '@kit/time/clock'
import { useNow } from '@kit/time/useNow'
import { Time } from '@kit/ui/Time'
import { Announced } from '@console/words/Announced'
import { isStale } from './decideStale'
import { useToday } from './useToday'

const lookEveryMs = 5_000

/** Says that what is shown may be old: queues and boards keep what was read last. */
export function Stale() {
  const t = useText('console')
  const today = useToday()
  const nowMs = useNow(lookEveryMs)
  const readAt = today.dataUpdatedAt === 0 ? null : onServersClock(today.dataUpdatedAt)
  if (!isStale(today, readAt, nowMs)) return null
  return (
    <p role="status" className="border-b-2 border-loss bg-sunk px-4 py-2 text-15 text-loss">
      {readAt === null ? (
        t('stale.never')
      ) : (
        <Announced by={t('stale.since')}>
          <Time at={readAt} plain />
        </Announced>
      )}
    </p>
  )
}
