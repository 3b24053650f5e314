import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Skeletons } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Time } from '@kit/ui/Time'
import { useProtection } from '../api'
import { Breaks } from './Breaks'
import { LimitCard } from './LimitCard'

/** What protects the player, and what he may change of it. */
export function LimitsView() {
  const t = useText('game')
  const protection = useProtection()
  return (
    <Answer of={protection} waiting={<Skeletons heights={['60px', '320px', '320px', '300px']} className="flex flex-col gap-4" />}>
      {({ stake, loss, dayEndsAt, break: rest }) => (
        <PullToRefresh onRefresh={() => protection.refetch()}>
          <div className="flex flex-col gap-4">
            <p className="text-15">{t('limits.lead')}</p>
            <LimitCard kind="stake" limit={stake} />
            <LimitCard kind="loss" limit={loss} />
            <p className="text-13 text-muted">
              {t('limits.dayEnds')} <Time at={dayEndsAt} />
            </p>
            <Breaks rest={rest} />
            <p className="text-13 text-muted">{t('limits.evade')}</p>
          </div>
        </PullToRefresh>
      )}
    </Answer>
  )
}
