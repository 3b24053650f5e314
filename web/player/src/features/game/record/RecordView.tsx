import { Link } from '@core/frame/links'
import { useReceipts } from '@core/rounds/useReceipts'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Card } from '@kit/ui/Card'
import { EmptyState } from '@kit/ui/EmptyState'
import { Fact, Facts } from '@kit/ui/Facts'
import { ListAnswer } from '@kit/ui/ListAnswer'
import { ListSkeleton } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Time } from '@kit/ui/Time'
import { memo } from 'react'
import { useMyRecord, useGameStatistics } from '../api'
import type { GameStatistics, OwnRound } from '../contract'
import { StateChip } from '../round/StateChip'
import { VerifiedMark } from '../round/VerifiedMark'
import { RoundRows } from './RoundRows'

/** The player's rounds, and before them what playing came to: in points and in time. */
export function RecordView({ onOpen }: { onOpen: (period: string) => void }) {
  const t = useText('game')
  const list = useMyRecord()
  const { receipts } = useReceipts()
  const statistics = useGameStatistics()
  if (list.query.isPending || statistics.isPending) return <ListSkeleton rows={5} height="66px" />
  return (
    <PullToRefresh onRefresh={list.refresh}>
      <div className="flex flex-col gap-4">
        <Answer of={statistics} waiting={null}>
          {({ mine }) => <NetResult mine={mine} />}
        </Answer>
        <Link to="/wallet?view=checks" className="press inline-flex min-h-11 items-center text-15 text-brass-ink underline underline-offset-4">
          {t('verify.checks')}
        </Link>
        <ListAnswer list={list} waiting={null} empty={<EmptyState title={t('record.empty')} />}>
          {(rows) => (
            <div className="rounded-card border border-line bg-raised px-4">
              <RoundRows rows={rows} periodOf={({ period }) => period}>
                {(round) => (
                  <OwnRow key={round.period} round={round} outcome={receipts.find(({ period }) => period === round.period)?.outcome} onOpen={onOpen} />
                )}
              </RoundRows>
            </div>
          )}
        </ListAnswer>
      </div>
    </PullToRefresh>
  )
}

const minute = 60

function NetResult({ mine: { today, thirtyDays, total } }: { mine: GameStatistics['mine'] }) {
  const t = useText('game')
  const { owned } = useFigures()
  const spans = [
    ['today', today],
    ['month', thirtyDays],
    ['total', total],
  ] as const
  return (
    <Card label={t('net.title')}>
      <p className="text-13 text-muted">{t('net.title')}</p>
      <Facts>
        {spans.map(([name, span]) => (
          <Fact
            key={name}
            name={t(`net.${name}`)}
            note={t('played.note', { rounds: span.rounds, staked: owned(String(span.staked), 'GP'), won: owned(String(span.won), 'GP') })}
            strong
          >
            <Amount value={String(span.net)} currency="GP" toned own />
          </Fact>
        ))}
        <Fact name={t('played.today')}>{t('played.minutes', { count: Math.round(today.elapsedSeconds / minute) })}</Fact>
      </Facts>
    </Card>
  )
}

interface OwnRowProps {
  round: OwnRound
  /** What recomputing it came to on this device: `ok`, `unread`, the step that failed, or undefined. */
  outcome: string | undefined
  onOpen: (period: string) => void
}

/** One round of the player's: period, box, amount, win, state, net result, when. A long player has hundreds, so a row that stays is not made again. */
const OwnRow = memo(function OwnRow({ round, outcome, onOpen }: OwnRowProps) {
  const t = useText('game')
  const { owned } = useFigures()
  return (
    <div role="listitem">
      <button type="button" onClick={() => onOpen(round.period)} className="press block w-full py-3 text-left">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="fig text-15">
            {t('round', { period: round.period })}
            <VerifiedMark outcome={outcome} />
          </span>
          <StateChip state={round.state} />
        </span>
        <span className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 text-15">
          <span className="text-muted">{t('joined.with', { box: round.box, amount: owned(String(round.amount), 'GP') })}</span>
          {round.state !== 'not_drawn' && (
            <span className="ml-auto font-semibold">
              <Amount value={String(round.net)} currency="GP" toned own />
            </span>
          )}
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-muted">
          <Time at={round.at} plain />
          {round.state === 'won' && (
            <span>
              {t('record.win')} <Amount value={String(round.win)} currency="GP" own />
            </span>
          )}
        </span>
      </button>
    </div>
  )
})
