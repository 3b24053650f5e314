import type { ReactNode } from 'react'
import { Worth } from '@core/price/Worth'
import { Machine } from '@kit/art/Machine'
import { signOf, type Decimal } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { Loading } from '@kit/ui/Loading'
import { useMyMachines, useMachineStatistics } from './api'
import type { MyMachine, MachineStatistics as Sums } from '../contract'
import { Calendar, WholeMonths } from './Calendar'
import { beginOf, firstPostedAt, firstToPay } from './decideUnderWay'
import { FirstDay, Growing } from './Growing'
import { useFigures } from '@kit/amount/useFigures'

/** What all machines earn together: today, in total, and day by day. */
export function Statistics() {
  const statistics = useMachineStatistics()
  return (
    <Answer of={statistics} waiting={<StatisticsSkeleton />}>
      {(sums) => (hasPaid(sums) ? <Figures statistics={sums} /> : <Before statistics={sums} />)}
    </Answer>
  )
}

/** Whether any machine has paid anything yet. */
function hasPaid({ totalInterest, totalEtld }: Sums): boolean {
  return signOf(totalInterest) > 0 || signOf(totalEtld) > 0
}

/** Before anything came in: the machine that pays first, and when, in place of sums that are zero; without any there are no sums. */
function Before({ statistics }: { statistics: Sums }) {
  const { rows, query } = useMyMachines(null)
  const machine = firstToPay(rows)
  if (query.isPending) return <StatisticsSkeleton />
  if (machine?.status === 'running') return <FirstHours machine={machine} statistics={statistics} />
  if (machine) return <Waiting machine={machine} />
  return query.error === null && ownsNone(statistics) ? null : <Figures statistics={statistics} />
}

function ownsNone({ running, dugOut, lockedPrincipal }: Sums): boolean {
  return running + dugOut === 0 && signOf(lockedPrincipal) === 0
}

/** A machine that runs and has not paid yet, beside when it does. */
function FirstHours({ machine, statistics }: { machine: MyMachine; statistics: Sums }) {
  const t = useText('machine')
  return (
    <Card label={t('mine.statistics.title')}>
      <Pictured machine={machine} isMoving>
        <FirstDay machine={machine} />
      </Pictured>
      <div className="mt-3">
        <Growing machine={machine} />
      </div>
      <div aria-hidden className="rule my-4" />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 max-[339px]:grid-cols-1">
        <Running statistics={statistics} />
        <Principal statistics={statistics} />
      </dl>
      <WholeMonths />
    </Card>
  )
}

/** A machine that still can be cancelled, beside when it starts by itself. */
function Waiting({ machine }: { machine: MyMachine }) {
  const t = useText('machine')
  const { time } = useFigures()
  const begin = beginOf(machine)
  if (begin === null) return null
  return (
    <Card label={t('mine.statistics.title')}>
      <Pictured machine={machine}>{t('mine.growing.waits', { since: time(begin), due: time(firstPostedAt(begin)) })}</Pictured>
    </Card>
  )
}

/** A machine's picture beside its name and what is said of it. */
function Pictured({ machine, isMoving = false, children }: { machine: MyMachine; isMoving?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <span aria-hidden className="block w-24 shrink-0">
        <Machine size={machine.product.size} seed={machine.id} isRunning={isMoving} isMoving={isMoving} />
      </span>
      <div className="min-w-0 flex-[1_1_9rem]">
        <p className="text-16 font-semibold">{machine.product.name}</p>
        <p className="mt-1 text-15">{children}</p>
      </div>
    </div>
  )
}

function Figures({ statistics }: { statistics: Sums }) {
  const t = useText('machine')
  return (
    <>
      <Card label={t('mine.statistics.title')}>
        <div className="grid grid-cols-2 gap-4 max-[339px]:grid-cols-1">
          <Today name={t('mine.statistics.todayInterest')} note={t('mine.statistics.interestNote')}>
            <Amount value={statistics.todayInterest} currency="USDT" decimalsMax={4} own />
          </Today>
          <Today name={t('mine.statistics.todayEtld')} note={t('mine.statistics.etldNote')}>
            <Amount value={statistics.todayEtld} currency="ETLD" decimalsMin={2} decimalsMax={4} own />
            <WorthBelow amount={statistics.todayEtld} />
          </Today>
        </div>
        <div aria-hidden className="rule my-4" />
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 max-[339px]:grid-cols-1">
          <Running statistics={statistics} />
          <Small name={t('mine.statistics.totalInterest')}>
            <Amount value={statistics.totalInterest} currency="USDT" own />
          </Small>
          <Small name={t('mine.statistics.totalEtld')}>
            <Amount value={statistics.totalEtld} currency="ETLD" decimalsMax={4} own />
            <WorthBelow amount={statistics.totalEtld} />
          </Small>
          <Principal statistics={statistics} />
          <Small name={t('mine.statistics.rate')}>
            <Amount value={statistics.rate} currency="ETLD" bare={statistics.rate === null} />
          </Small>
        </dl>
        {statistics.nextMaturity && (
          <p className="mt-3 text-13 text-muted">
            {t('mine.statistics.nextMaturity')} <Time at={statistics.nextMaturity} />
          </p>
        )}
      </Card>
      {hasIncome(statistics) && <Calendar days={statistics.calendar} />}
    </>
  )
}

/** How many run, and with what power. */
function Running({ statistics }: { statistics: Sums }) {
  const t = useText('machine')
  const { figure, money } = useFigures()
  return (
    <>
      <Small
        name={t('mine.statistics.running')}
        note={statistics.dugOut === 0 ? undefined : t('mine.statistics.dugOut', { count: figure(String(statistics.dugOut)) })}
      >
        {figure(String(statistics.running))}
      </Small>
      <Small
        name={t('mine.statistics.power')}
        note={!statistics.networkPower ? undefined : t('mine.statistics.network', { power: money(String(statistics.networkPower), 'T') })}
      >
        <Amount value={String(statistics.power)} currency="T" />
      </Small>
    </>
  )
}

function Principal({ statistics }: { statistics: Sums }) {
  const t = useText('machine')
  return (
    <Small name={t('mine.statistics.principal')}>
      <Amount value={statistics.lockedPrincipal} currency="USDT" own />
    </Small>
  )
}

/** Seven days without a bar tell nobody anything: the calendar comes with the first machine that runs. */
function hasIncome({ running, calendar }: Sums): boolean {
  return running > 0 || calendar.some((day) => signOf(day.interest) > 0 || signOf(day.etld) > 0)
}

function Today({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="text-13 leading-snug text-muted">{name}</p>
      <div className="text-20 leading-snug font-semibold min-[400px]:text-28">{children}</div>
      <p className="text-13 text-muted">{note}</p>
    </div>
  )
}

/** About what ETLD is worth at the funded bids, in the small type of a note. */
function WorthBelow({ amount }: { amount: Decimal }) {
  return (
    <div className="font-normal">
      <Worth amount={amount} currency="ETLD" own />
    </div>
  )
}

function Small({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 leading-snug text-muted">{name}</dt>
      <dd className="fig text-16 font-semibold">{children}</dd>
      {note && <dd className="text-13 text-muted">{note}</dd>}
    </div>
  )
}

/** The place of the sums while they are loading. */
export function StatisticsSkeleton() {
  return (
    <Loading className="flex flex-col gap-4">
      <Card>
        <Skeleton height="6.125rem" />
        <div aria-hidden className="rule my-4" />
        <Skeleton height="14.125rem" />
      </Card>
      <Skeleton height="17.1875rem" />
    </Loading>
  )
}
