import { formatAmount } from '@kit/amount/format'
import type { Language } from '@kit/i18n/language'
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

/** Why somebody cannot decide about a withdrawal now; null where they can. */
type Bar = 'done' | 'approved' | 'opening' | 'notYours'

export function barOf(row: Withdrawal, review: Proposal | undefined, me: Me): Bar | null {
  if (row.status !== 'pending_review') return 'done'
  if (row.approvals.some(({ staffId }) => staffId === me.id)) return 'approved'
  if (row.proposalId === '') return 'opening'
  if (!review || review.id !== row.proposalId || review.approvalPhrase === '') return 'notYours'
  return null
}

/** The steps of a withdrawal there are words for. */
const steps = ['requested', 'signature_confirmed', 'approved', 'approved_automatically', 'overdue', 'rejected', 'cancelled', 'confirmed'] as const

export function isStep(code: string): code is (typeof steps)[number] {
  return steps.some((step) => step === code)
}

/** What a step of its payout says: the state that it came to, and why; null where it is none. */
export function payoutStepOf(code: string): { state: string; reason: string } | null {
  const [of, state = '', reason = ''] = code.split(' ')
  return of === 'payout' ? { state, reason } : null
}

/** What of a withdrawal is paid to whom. */
export function whatOf({ arrival, currency, userName }: Withdrawal, language: Language): string {
  return `${formatAmount(arrival, language, { currency })} ${currency} → ${userName}`
}
