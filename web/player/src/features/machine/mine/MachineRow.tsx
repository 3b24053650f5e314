import { memo } from 'react'
import { Machine as MachineArt } from '@kit/art/Machine'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { CountdownTo } from '@core/frame/CountdownTo'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import type { MyMachine } from '../contract'
import { decideDeadline, hasRun, interestShare, phaseOf } from './decideMachine'
import { GrowingLine } from './Growing'
import { MachineStatusChip } from './MachineStatusChip'
import { Ticks } from '@kit/ui/Ticks'

interface MachineRowProps {
  machine: MyMachine
  isOpen: boolean
  onOpen: (id: string) => void
}

/** One machine of the list: what it is, how it stands, what it has paid so far. A row that stays is not made again. */
export const MachineRow = memo(function MachineRow({ machine, isOpen, onOpen }: MachineRowProps) {
  const t = useText('machine')
  const phase = phaseOf(machine)
  const earns = machine.status === 'running' || machine.status === 'dug_out'
  return (
    <button
      type="button"
      onClick={() => onOpen(machine.id)}
      aria-current={isOpen ? 'true' : undefined}
      className="press block w-full rounded-card border border-line bg-raised p-3 text-left aria-[current]:bg-sunk sm:p-4"
    >
      <span className="flex items-start gap-3">
        <span aria-hidden className="block h-20 w-18 shrink-0 tiny:w-14">
          <MachineArt size={machine.product.size} seed={machine.id} isRunning={earns} isMoving={earns} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="text-16 font-semibold">{machine.product.name}</span>
            <span className="text-13 text-muted">
              <Amount value={String(machine.power)} currency="T" /> · {t('mine.row.term', { days: machine.product.termDays })}
            </span>
          </span>
          <span className="mt-1 block">
            <MachineStatusChip status={machine.status} phase={phase} />
          </span>
          <span className="mt-1.5 block text-13 text-muted">
            <MachineDeadlineLine machine={machine} plain />
          </span>
        </span>
      </span>
      {hasRun(machine) && (
        <span className="mt-2 block">
          <Ticks share={interestShare(machine.interestPaid, machine.product.interestTotal)} tone={earns ? 'gain' : 'muted'} />
          <span className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-13">
            <span>
              <span className="text-muted">{t('mine.row.interest')}</span> <Amount value={machine.interestPaid} currency="USDT" signed own />
            </span>
            <span>
              <span className="text-muted">{t('mine.row.etld')}</span> <Amount value={machine.etldPaid} currency="ETLD" decimalsMax={4} signed own />
            </span>
          </span>
          <GrowingLine machine={machine} />
        </span>
      )}
    </button>
  )
})

/** The next moment that matters: a countdown, a date, or that the clock stands. */
export function MachineDeadlineLine({ machine, plain }: { machine: MyMachine; plain?: boolean | undefined }) {
  const t = useText('machine')
  const { time } = useFigures()
  const deadline = decideDeadline(machine)
  if (deadline.kind === 'none') return null
  if (deadline.kind === 'payment' || deadline.kind === 'paused') return <>{t(`mine.deadline.${deadline.kind}`)}</>
  const label = t(`mine.deadline.${deadline.kind}`)
  if (deadline.kind === 'cooling') {
    return <CountdownTo label={label} until={deadline.at} spoken={plain ? t('mine.deadline.coolingEnd', { time: time(deadline.at) }) : null} />
  }
  return (
    <>
      {label} <Time at={deadline.at} plain={plain} />
    </>
  )
}

/** The place of a machine that is still loading. */
export function MachineRowSkeleton() {
  return (
    <div className="rounded-card border border-line bg-raised p-3 sm:p-4">
      <div className="flex items-start gap-3">
        <div className="flex h-20 w-18 shrink-0 items-center justify-center tiny:w-14">
          <Skeleton width="52px" height="60px" />
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <Skeleton height="20px" />
          <Skeleton width="90px" height="24px" />
          <Skeleton width="80%" height="16px" />
        </div>
      </div>
      <div className="mt-2">
        <Skeleton height="38px" />
      </div>
    </div>
  )
}
