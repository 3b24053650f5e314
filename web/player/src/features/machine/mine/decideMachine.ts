import type { Tone } from '@kit/ui/StatusChip'
import { compareAmounts, shareOf } from '@kit/amount/compare'
import { isDecimal, type Decimal } from '@kit/amount/format'
import type { MachineStatus, MyMachine } from '../contract'

/** The statuses of spec §4, in the order in which the filter shows them. */
export const statuses = ['running', 'to_be_confirmed', 'completed', 'not_running', 'dug_out'] as const satisfies readonly MachineStatus[]

/** What tells machines of one status apart. */
export type MachinePhase = Exclude<MyMachine['phase'], ''>

/** The machine's phase, where its status has several. */
export function phaseOf(machine: Pick<MyMachine, 'phase'>): MachinePhase | null {
  return machine.phase || null
}

export function toneOf(status: MachineStatus, phase: MachinePhase | null): Tone {
  if (status === 'running') return 'gain'
  if (status === 'to_be_confirmed' || status === 'dug_out') return 'brass'
  return phase === 'paused' ? 'loss' : 'muted'
}

/** The next moment that matters to the machine's owner. */
type MachineDeadline = { kind: 'cooling' | 'end' | 'ended'; at: string } | { kind: 'payment' } | { kind: 'paused' } | { kind: 'none' }

export function decideDeadline(machine: Pick<MyMachine, 'status' | 'phase' | 'coolingEndAt' | 'endAt' | 'endedAt'>): MachineDeadline {
  const phase = phaseOf(machine)
  if (phase === 'payment') return { kind: 'payment' }
  if (phase === 'cooling') return machine.coolingEndAt ? { kind: 'cooling', at: machine.coolingEndAt } : { kind: 'none' }
  // A pause stops the clock: the end moves by its length, so no date is promised while it lasts.
  if (phase === 'paused') return { kind: 'paused' }
  if (machine.status === 'completed') return machine.endedAt ? { kind: 'ended', at: machine.endedAt } : { kind: 'none' }
  const isRunning = machine.status === 'running' || machine.status === 'dug_out'
  return isRunning && machine.endAt ? { kind: 'end', at: machine.endAt } : { kind: 'none' }
}

/** Whether the machine ever ran: only then it has interest and output to show. */
export function hasRun(machine: Pick<MyMachine, 'startAt'>): boolean {
  return machine.startAt !== null
}

/** What part of the interest is paid, which is also how far the term has come. */
export function interestShare(paid: Decimal, total: Decimal): number {
  return isDecimal(paid) && isDecimal(total) ? shareOf(paid, total) : 0
}

/** What a user can do with a machine, in the order in which the buttons stand. */
const actionKinds = ['pay', 'start_now', 'cancel', 'exit'] as const
export type MachineActionKind = (typeof actionKinds)[number]

/** What can be done now: what the server allows, and going on with an open payment. */
export function actionsOf(machine: Pick<MyMachine, 'actions' | 'intentNo'>): MachineActionKind[] {
  return actionKinds.filter((action) => (action === 'pay' ? machine.intentNo !== '' : machine.actions.some((allowed) => allowed === action)))
}

/** The largest of some figures, against which the calendar's bars are drawn. */
export function peakOf(values: readonly Decimal[]): Decimal {
  return values.reduce((peak, value) => (isDecimal(value) && compareAmounts(value, peak) > 0 ? value : peak), '0')
}

/** Where the machine's principal is: locked while it may run, back after its end, nowhere before a start or without one. */
export function principalOf(machine: Pick<MyMachine, 'status' | 'phase'>): 'locked' | 'returned' | 'none' {
  if (machine.status === 'completed') return 'returned'
  return machine.status === 'running' || machine.status === 'dug_out' || machine.phase === 'paused' ? 'locked' : 'none'
}
