import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { memo } from 'react'
import type { RoundSummary } from '../contract'
import { foldEmpty, multipleOf, type Past } from '../decideGame'
import { StateChip } from '../round/StateChip'
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

/** One round of the list: its period, its state, and what its boxes held. An empty round looks empty, and only a drawn one paid anything out. A row that stays is not made again. */
const PastRow = memo(function PastRow({ round, onOpen }: { round: RoundSummary; onOpen: (period: string) => void }) {
  const t = useText('game')
  const { figure, money } = useFigures()
  const isEmpty = round.state === 'empty'
  const prizes = round.board.flatMap((tenths, index) => (tenths > 0 ? [{ box: index + 1, tenths }] : [])).toSorted((left, right) => right.tenths - left.tenths)
  const head = (
    <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="fig text-15">{t('round', { period: round.period })}</span>
      {isEmpty ? <span className="text-13 text-muted">{t('past.nobody')}</span> : <StateChip state={round.state} />}
    </span>
  )
  if (isEmpty)
    return (
      <div role="listitem" className="py-3">
        {head}
      </div>
    )
  return (
    <div role="listitem">
      <button type="button" onClick={() => onOpen(round.period)} className="press block w-full py-3 text-left">
        {head}
        <span className="mt-1 block text-13 text-muted">
          {round.state === 'drawn'
            ? t('past.sums', { count: round.entries, stakes: money(String(round.stakes), 'GP'), prizes: money(String(round.prizes), 'GP') })
            : t('entries.some', { count: round.entries, stakes: figure(String(round.stakes)) })}
        </span>
        {prizes.length > 0 && (
          <span className="mt-1.5 flex flex-wrap gap-1">
            {prizes.map(({ box, tenths }) => (
              <span key={box} className="fig rounded-chip border border-line bg-sunk px-1.5 py-0.5 text-13">
                <span className="text-muted">{t('past.box', { box })}</span> <b className="text-brass-ink">×{figure(multipleOf(tenths), { decimalsMin: 1 })}</b>
              </span>
            ))}
          </span>
        )}
      </button>
    </div>
  )
})
