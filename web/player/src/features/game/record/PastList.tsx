import { useText } from '@kit/i18n/text'
import type { RoundSummary } from '../contract'
import { foldEmpty, type Past } from '../decideGame'
import { PastRow } from './PastRow'
import { RoundRows } from './RoundRows'

interface PastListProps {
  rounds: readonly RoundSummary[]
  /** At most so many rows. */
  atMost?: number
  onOpen: (period: string) => void
}

const periodOf = (past: Past) => ('round' in past ? past.round.period : past.last)

/** Past rounds, newest first; those that nobody took part in stand in one row for all that follow each other. */
export function PastList({ rounds, atMost, onOpen }: PastListProps) {
  const t = useText('game')
  return (
    <RoundRows rows={foldEmpty(rounds).slice(0, atMost)} periodOf={periodOf}>
      {(past) =>
        'round' in past ? (
          <PastRow key={past.round.period} round={past.round} onOpen={onOpen} />
        ) : (
          <div key={past.last} role="listitem" className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-3">
            <span className="fig text-15">{t('past.run', past)}</span>
            <span className="text-13 text-muted">{t('past.nobody')}</span>
          </div>
        )
      }
    </RoundRows>
  )
}
