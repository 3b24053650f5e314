import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { EmptyState } from '@kit/ui/EmptyState'
import { ListSkeleton } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { ListAnswer } from '@kit/ui/ListAnswer'
import { useFigures } from '@kit/amount/useFigures'
import { Card } from '@kit/ui/Card'
import { Fact, Facts } from '@kit/ui/Facts'
import { useHistory, useGameStatistics } from '../api'
import { PastList } from './PastList'
import type { GameStatistics } from '../contract'

/** The rounds of everybody with their opened boards, and what the platform really returned. */
export function HistoryView({ onOpen }: { onOpen: (period: string) => void }) {
  const t = useText('game')
  const list = useHistory()
  const statistics = useGameStatistics()
  if (list.query.isPending || statistics.isPending) return <ListSkeleton rows={6} height="52px" />
  return (
    <PullToRefresh onRefresh={list.refresh}>
      <div className="flex flex-col gap-4">
        <Answer of={statistics} waiting={null}>
          {PlatformReturn}
        </Answer>
        <ListAnswer list={list} waiting={null} empty={<EmptyState title={t('history.empty')} />}>
          {(rows) => (
            <div className="rounded-card border border-line bg-raised px-4">
              <PastList rounds={rows} onOpen={onOpen} />
            </div>
          )}
        </ListAnswer>
      </div>
    </PullToRefresh>
  )
}

/** What was really returned so far, with the band chance leaves it, beside what the rules promise. */
function PlatformReturn({ platform, returnRate }: GameStatistics) {
  const t = useText('game')
  const { figure, percent } = useFigures()
  return (
    <Card label={t('return.title')}>
      <Facts>
        <Fact name={t('return.promised')}>{percent(returnRate)}</Fact>
        <Fact
          name={t('return.actual')}
          note={platform.rounds === 0 ? t('return.none') : t('return.band', { low: percent(platform.bandLow), high: percent(platform.bandHigh) })}
          strong
        >
          {platform.rounds === 0 ? '—' : percent(platform.actualReturn)}
        </Fact>
        <Fact name={t('return.rounds')}>{figure(String(platform.rounds))}</Fact>
        <Fact name={t('return.voids')}>{figure(String(platform.voids))}</Fact>
      </Facts>
    </Card>
  )
}
