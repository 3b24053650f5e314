import type { Tone } from '@kit/ui/StatusChip'
import type { Withdrawal } from './contract'

/** The five statuses of a withdrawal, in the order of its way. */
export const statuses = ['pending_review', 'approved', 'confirmed', 'review_rejected', 'cancelled'] as const
export type WithdrawalStatus = (typeof statuses)[number]

/** The colour of each; it never stands alone, its word is beside it. */
export const tones: Record<WithdrawalStatus, Tone> = {
  pending_review: 'brass',
  approved: 'brass',
  confirmed: 'gain',
  review_rejected: 'loss',
  cancelled: 'muted',
}

/** Whether something is still to come. */
export function isOpen({ status }: Pick<Withdrawal, 'status'>): boolean {
  return status === 'pending_review' || status === 'approved'
}

/** What the large figure of a withdrawal says: what will arrive, what has, or what came back. */
export function decideOutcome({ status, arrival, quantity }: Pick<Withdrawal, 'status' | 'arrival' | 'quantity'>): {
  kind: 'arrives' | 'arrived' | 'returned'
  amount: string
} {
  if (status === 'confirmed') return { kind: 'arrived', amount: arrival }
  if (status === 'cancelled' || status === 'review_rejected') return { kind: 'returned', amount: quantity }
  return { kind: 'arrives', amount: arrival }
}

/** A next step that means waiting longer than usual, or that something went wrong. */
const worrying = [
  'review_overdue',
  'queued_refill',
  'queued_refill_late',
  'queued_day_cap',
  'queued_network',
  'queued_finality',
  'queued_halted',
  'queued_fee',
  'queued_stopped',
  'queued_problem',
  'in_block_finality',
  'unknown',
  'attention',
]

/** Whether what comes next should catch the eye. */
export function isWorrying({ overdue, nextStep }: Pick<Withdrawal, 'overdue' | 'nextStep'>): boolean {
  return overdue || worrying.includes(nextStep.code)
}

/** A link to the transaction that may be followed; a chain without an explorer has none. */
export function explorerOf({ explorer }: Pick<Withdrawal, 'explorer'>): string | null {
  return explorer.startsWith('https://') ? explorer : null
}
