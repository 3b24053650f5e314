import { LinkButton } from '@core/frame/LinkButton'
import { compareAmounts } from '@kit/amount/compare'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Amount } from '@kit/ui/Amount'
import { EmptyState } from '@kit/ui/EmptyState'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import { ListSkeleton } from '@kit/ui/Loading'
import { OwnWords } from '@kit/ui/OwnWords'
import { Rows } from '@kit/ui/Rows'
import { Segmented } from '@kit/ui/Segmented'
import { StatusChip } from '@kit/ui/StatusChip'
import { Time } from '@kit/ui/Time'
import { Verbatim } from '@kit/ui/Verbatim'
import { useState } from 'react'
import { useRewards } from '../api'
import type { Reward, RewardType, Summary } from '../contract'
import { columnsOf, rewardTypes, type Column } from './decideTeam'

/** What the team has brought, by type: sums, the last days as a chart, and every single reward. */
export function Rewards({ team, type, onType }: { team: Summary; type: RewardType; onType: (type: RewardType) => void }) {
  const t = useText('team')
  const { money } = useFigures()
  const sum = team.rewards.find((one) => one.type === type)
  const columns = columnsOf(team.days, type)
  const isCapped = type === 'referral_rewards' && compareAmounts(team.referralCap.rest, '0') === 0
  return (
    <section className="flex flex-col gap-4">
      <Segmented label={t('type.label')} value={type} onChange={onType} of={rewardTypes} nameOf={(one) => t(`type.${one}`)} />
      <p className="text-13 text-muted">{t(`about.${type}`)}</p>
      {sum && (
        <Facts framed>
          <AmountFact name={t('sum.total')} value={sum.total} currency={sum.currency} own strong />
          <Fact name={t('sum.month')} note={isCapped ? t('capped', { most: money(team.referralCap.most, 'USDT') }) : undefined}>
            <Amount value={sum.month} currency={sum.currency} own />
          </Fact>
          <AmountFact name={t('sum.today')} value={sum.today} currency={sum.currency} own />
          {compareAmounts(sum.delayed, '0') > 0 && (
            <AmountFact name={t('sum.delayed')} value={sum.delayed} currency={sum.currency} own note={t('sum.delayed.note')} />
          )}
        </Facts>
      )}
      {sum && columns.length > 0 && <DayChart key={type} columns={columns} currency={sum.currency} />}
      <RewardList key={`list ${type}`} type={type} />
    </section>
  )
}

function RewardList({ type }: { type: RewardType }) {
  const t = useText('team')
  const list = useRewards(type)
  return (
    <Rows
      keyOf={(reward) => reward.id}
      look="lines"
      list={list}
      waiting={<ListSkeleton rows={3} height="44px" />}
      empty={<EmptyState title={t('empty')} hint={t(`empty.${type}`)} action={<WayTo type={type} />} />}
    >
      {(reward) => <RewardRow reward={reward} />}
    </Rows>
  )
}

/** Acceleration needs machines of one's own; everything else begins with an invitation. */
function WayTo({ type }: { type: RewardType }) {
  const t = useText('team')
  if (type === 'team_acceleration') return <LinkButton to="/myMiner">{t('toMachines')}</LinkButton>
  return <LinkButton to="/share">{t('toShare')}</LinkButton>
}

/** One reward: what brought it, and whether it was paid. */
function RewardRow({ reward }: { reward: Reward }) {
  const t = useText('team')
  const { day } = useFigures()
  const isPaid = reward.state === 'paid'
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 py-3">
      <span className="flex w-full flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 text-15 font-medium break-words">
          {reward.from ? (
            <>
              {t('reward.from')} <Verbatim look="fig">{reward.from}</Verbatim>{' '}
              {reward.fromPlatform && <StatusChip tone="muted">{t('friend.platform')}</StatusChip>}
            </>
          ) : (
            t(reward.type === 'team_acceleration' ? 'reward.acceleration' : 'reward.level', { level: reward.level ?? 0 })
          )}
        </span>
        {!isPaid && (
          <StatusChip tone={reward.state === 'delayed' ? 'brass' : 'loss'}>{t(reward.state === 'delayed' ? 'state.delayed' : 'state.refused')}</StatusChip>
        )}
      </span>
      <span className="min-w-0 text-13 text-muted">
        {reward.type === 'team_acceleration' ? <span>{t('reward.ofDay', { day: day(reward.day) })}</span> : <Time at={reward.createdAt} plain />}
      </span>
      <span className="ml-auto text-right text-16 font-semibold">
        <Amount value={reward.amount} currency={reward.currency} toned={isPaid} own />
      </span>
      {reward.state === 'delayed' && (
        <p className="w-full text-13 text-muted">
          {t('reward.delayed')} <Time at={reward.dueAt} plain />
        </p>
      )}
      {reward.state === 'refused' && reward.cause !== '' && (
        <div className="w-full text-13 text-muted">
          <p>
            {t(`reward.cause.${reward.cause}`)}
            {Date.parse(reward.dueAt ?? '') > serverNow() && (
              <>
                {' '}
                {t('reward.refused')} <Time at={reward.dueAt} plain />
              </>
            )}
          </p>
          <p className="mt-1">{t('reward.note')}</p>
          <OwnWords>{reward.reason}</OwnWords>
        </div>
      )}
    </div>
  )
}

/** What each of the last days brought; a finger or the arrow keys choose the day whose figure stands above. */
function DayChart({ columns, currency }: { columns: readonly Column[]; currency: string }) {
  const t = useText('team')
  const { day, owned } = useFigures()
  const [place, setPlace] = useState(columns.length - 1)
  const chosen = columns[place]
  if (!chosen) return null
  const words = t('chart.day', { day: day(chosen.day), amount: owned(chosen.amount, currency) })
  return (
    <div>
      <p aria-hidden className="fig text-15">
        {words}
      </p>
      <div className="relative mt-2 rounded-chip has-focus-visible:outline-2 has-focus-visible:outline-brass-ink">
        <div aria-hidden className="grid h-24 items-end border-b border-line" style={{ gridTemplateColumns: `repeat(${columns.length}, minmax(0, 1fr))` }}>
          {columns.map((column) => (
            <span
              key={column.day}
              className="mx-px rounded-t-[3px]"
              style={{
                height: column.height === 0 ? '2px' : `max(4px, ${column.height * 100}%)`,
                background: column === chosen ? 'var(--brass)' : column.height === 0 ? 'var(--line)' : 'color-mix(in oklab, var(--brass) 45%, var(--line))',
              }}
            />
          ))}
        </div>
        <input
          type="range"
          min={0}
          max={columns.length - 1}
          value={place}
          onChange={(event) => setPlace(Number(event.target.value))}
          aria-label={t('chart.label', { days: columns.length })}
          aria-valuetext={words}
          // The thumb is as wide as a column, so that a press chooses the one under the finger.
          className="absolute inset-0 size-full cursor-pointer touch-pan-y appearance-none opacity-0 [&::-webkit-slider-thumb]:h-24 [&::-webkit-slider-thumb]:w-[3.33%] [&::-webkit-slider-thumb]:appearance-none"
        />
      </div>
      <p aria-hidden className="mt-1 flex justify-between gap-3 text-13 text-muted">
        <span>{day(columns[0]?.day ?? chosen.day)}</span>
        <span>{day(columns.at(-1)?.day ?? chosen.day)}</span>
      </p>
    </div>
  )
}
