import { fromUnits, toUnits } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import type { MyMachine } from '../contract'

const dayMs = 86_400_000
const hourMs = 3_600_000
const atomDigits = 8

/** The interest of the day that a machine is in. */
export interface UnderWay {
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
  const total = toUnits(machine.product.interestTotal, atomDigits)
  const paid = toUnits(machine.interestPaid, atomDigits)
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
    grown: fromUnits((posted * BigInt(Math.floor(overMs))) / BigInt(dayMs), atomDigits),
    posted: fromUnits(posted, atomDigits),
    isFirst: paid === 0n,
  }
}

/** Of machines that run, the one whose first interest comes first. */
export function firstToPay<Own extends Pick<MyMachine, 'status' | 'startAt'>>(machines: readonly Own[]): Own | undefined {
  let first: Own | undefined
  for (const one of machines) {
    if (one.status !== 'running' || one.startAt === null) continue
    if (!first?.startAt || one.startAt < first.startAt) first = one
  }
  return first
}

/** The end of the clock hour in which something falls due; what does so on the hour belongs to the one that begins. */
function hourEndMs(atMs: number): number {
  return (Math.floor(atMs / hourMs) + 1) * hourMs
}
