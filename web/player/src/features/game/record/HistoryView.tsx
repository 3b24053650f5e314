import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { EmptyState } from '@kit/ui/EmptyState'
import { ListSkeleton } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { ListAnswer } from '@kit/ui/ListAnswer'
import { useHistory, useGameStatistics } from '../api'
import { PastList } from './PastList'
import { PlatformReturn } from './PlatformReturn'

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
