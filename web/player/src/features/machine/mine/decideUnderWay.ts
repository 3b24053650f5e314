import { fromUnits, toUnits } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import { dayMs, hourMs } from '@kit/time/days'
import type { MyMachine } from '../contract'

/** The interest of the day that a machine is in. */
interface UnderWay {
  /** When it is posted: with all of the clock hour in which it falls due, at the end of that hour; the last one at the end of the term. ISO-8601. */
  postedAt: string
  /** What part of the day is over, from 0 to 1. */
  share: number
  /** What that part is worth, cut to the atom: never more than is posted. */
  grown: Decimal
  /** What is posted when the day is over. */
  posted: Decimal
  isFirst: boolean
}

/** What a machine has earned since its last interest, by the server's clock; nothing while it does not earn. Day k of n pays ⌊total·k/n⌋ − ⌊total·(k−1)/n⌋. */
export function decideUnderWay(machine: Pick<MyMachine, 'status' | 'endAt' | 'interestPaid' | 'product'>, nowMs: number): UnderWay | null {
  const earns = machine.status === 'running' || machine.status === 'dug_out'
  if (!earns || machine.endAt === null) return null
  const days = BigInt(machine.product.termDays)
  const total = toUnits(machine.product.interestTotal)
  const paid = toUnits(machine.interestPaid)
  const upTo = (day: bigint) => (total * day) / days
  let day = 1n
  while (day <= days && upTo(day) <= paid) day += 1n
  if (day > days) return null
  const dueMs = Date.parse(machine.endAt) - Number(days - day) * dayMs
  const overMs = Math.min(dayMs, Math.max(0, nowMs - (dueMs - dayMs)))
  const posted = upTo(day) - paid
  return {
    postedAt: new Date(day < days ? hourEndMs(dueMs) : dueMs).toISOString(),
    share: overMs / dayMs,
    grown: fromUnits((posted * BigInt(Math.floor(overMs))) / BigInt(dayMs)),
    posted: fromUnits(posted),
    isFirst: paid === 0n,
  }
}

type Begun = Pick<MyMachine, 'status' | 'phase' | 'startAt' | 'coolingEndAt'>

/** When a machine that runs began, or one that still can be cancelled begins by itself; null for any other. */
export function beginOf({ status, phase, startAt, coolingEndAt }: Begun): string | null {
  if (status === 'running') return startAt
  return phase === 'cooling' ? coolingEndAt : null
}

/** Of machines that run or are going to, the one whose first interest comes first. */
export function firstToPay<Own extends Begun>(machines: readonly Own[]): Own | undefined {
  let first: { one: Own; begin: string } | undefined
  for (const one of machines) {
    const begin = beginOf(one)
    if (begin !== null && (!first || begin < first.begin)) first = { one, begin }
  }
  return first?.one
}

/** When the first interest is posted of a machine that begins at a time. */
export function firstPostedAt(begin: string): string {
  return new Date(hourEndMs(Date.parse(begin) + dayMs)).toISOString()
}

/** The end of the clock hour in which something falls due; what does so on the hour belongs to the one that begins. */
function hourEndMs(atMs: number): number {
  return (Math.floor(atMs / hourMs) + 1) * hourMs
}
