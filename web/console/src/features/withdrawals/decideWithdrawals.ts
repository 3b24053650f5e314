import type { Me, Proposal } from '@console/contract/contract'
import type { RejectionCode, Withdrawal } from './contract'

/** The reasons of a rejection in the order of their numbers. */
export const rejections: readonly RejectionCode[] = [
  'wallet_at_risk',
  'origin_unclear',
  'rules_violated',
  'sanctioned_address',
  'payout_impossible',
  'asked_by_user',
  'other',
]

/** What a person's accounts are called, by their class in the ledger. */
const accounts = { 'U.AVL': 'available', 'U.WDH': 'withdrawal', 'U.PRN': 'principal', 'U.COO': 'cooling', 'U.ORD': 'order', 'U.GP': 'points' } as const

export function accountOf(name: string): (typeof accounts)[keyof typeof accounts] | null {
  return Object.hasOwn(accounts, name) ? accounts[name as keyof typeof accounts] : null
}

/** Why somebody cannot decide about a withdrawal now; null where they can. */
export type Bar = 'done' | 'approved' | 'opening' | 'notYours'

export function barOf(row: Withdrawal, review: Proposal | undefined, me: Me): Bar | null {
  if (row.status !== 'pending_review') return 'done'
  if (row.approvals.some(({ staffId }) => staffId === me.id)) return 'approved'
  if (row.proposalId === '') return 'opening'
  if (!review || review.id !== row.proposalId || review.approvalPhrase === '') return 'notYours'
  return null
}

/** The row that is looked at once a row is gone: the one behind it, else the one before. */
export function keyAfter(rows: readonly Withdrawal[], gone: string): string | null {
  const at = rows.findIndex(({ withdrawNo }) => withdrawNo === gone)
  return (rows[at + 1] ?? rows[at - 1])?.withdrawNo ?? null
}

/** The steps of a withdrawal there are words for; those of its payout are named as the log names them. */
const steps = ['requested', 'signature_confirmed', 'approved', 'approved_automatically', 'overdue', 'rejected', 'cancelled', 'confirmed'] as const

export function isStep(code: string): code is (typeof steps)[number] {
  return steps.some((step) => step === code)
}
