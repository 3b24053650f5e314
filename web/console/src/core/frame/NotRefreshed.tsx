import { useText } from '@kit/i18n/text'
import { onServersClock } from '@kit/time/clock'
import { Time } from '@kit/ui/Time'

/** Above what could not be asked for anew: since when it stands there. Nothing where `since` is null. The frame says once for all of a page that it is old. */
export function NotRefreshed({ since }: { since: number | null }) {
  const t = useText('console')
  if (since === null) return null
  return (
    <p className="py-1 text-13 text-loss">
      {t('stale.since')} <Time at={onServersClock(since)} plain />
    </p>
  )
}
