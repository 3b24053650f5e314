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

/** What of a withdrawal is paid to whom. */
export function whatOf({ arrival, currency, userName }: Withdrawal, language: Language): string {
  return `${formatAmount(arrival, language, { currency })} ${currency} → ${userName}`
}
