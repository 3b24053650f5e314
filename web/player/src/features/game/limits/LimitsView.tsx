import { useText } from '@kit/i18n/text'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Skeletons } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Time } from '@kit/ui/Time'
import { useProtection } from '../api'
import { Breaks } from './Breaks'
import { LimitCard } from './LimitCard'

/** What protects the player, and what he may change of it. */
export function LimitsView() {
  const t = useText('game-limits')
  const protection = useProtection()
  const { data } = protection
  if (protection.isPending) return <Skeletons heights={['60px', '320px', '320px', '300px']} className="flex flex-col gap-4" />
  if (!data) return <ErrorRetry of={protection} />
  return (
    <PullToRefresh onRefresh={() => protection.refetch()}>
      <div className="flex flex-col gap-4">
        <p className="text-15">{t('lead')}</p>
        <LimitCard kind="stake" limit={data.stake} />
        <LimitCard kind="loss" limit={data.loss} />
        <p className="text-13 text-muted">
          {t('dayEnds')} <Time at={data.dayEndsAt} />
        </p>
        <Breaks rest={data.break} />
        <p className="text-13 text-muted">{t('evade')}</p>
      </div>
    </PullToRefresh>
  )
}
