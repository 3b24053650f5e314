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

/** The review of a withdrawal, or why it is not known; undefined where none is open. */
export type Review = Proposal | 'reading' | 'unread' | undefined

/** What an answer says of a withdrawal's review; one that was given to another question may lack it. */
export function reviewOf(
  { proposalId }: Withdrawal,
  { data, isPlaceholderData, isError }: { data?: { list: readonly Proposal[] } | undefined; isPlaceholderData: boolean; isError: boolean },
): Review {
  const found = data?.list.find(({ id }) => id === proposalId)
  if (found) return found
  if (isError) return 'unread'
  return data && !isPlaceholderData ? undefined : 'reading'
}

/** Why somebody cannot decide about a withdrawal now; null where they can. */
type Bar = 'done' | 'approved' | 'opening' | 'reading' | 'unread' | 'notYours'

export function barOf(row: Withdrawal, review: Review, me: Me): Bar | null {
  if (row.status !== 'pending_review') return 'done'
  if (row.approvals.some(({ staffId }) => staffId === me.id)) return 'approved'
  if (row.proposalId === '') return 'opening'
  if (typeof review === 'string') return review
  if (!review || review.id !== row.proposalId || review.approvalPhrase === '') return 'notYours'
  return null
}

/** The review that somebody can decide now; null where they cannot. */
export function openReviewOf(row: Withdrawal, review: Review, me: Me): Proposal | null {
  return typeof review === 'object' && barOf(row, review, me) === null ? review : null
}

/** What of a withdrawal is paid to whom. */
export function whatOf({ arrival, currency, userName }: Withdrawal, language: Language): string {
  return `${formatAmount(arrival, language, { currency })} ${currency} → ${userName}`
}
