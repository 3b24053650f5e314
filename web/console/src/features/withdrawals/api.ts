import { call } from '@console/api/call'
import { useAnswer } from '@console/api/useAnswer'
import type { Filter } from '@console/rows/decideFilter'
import { useRows } from '@console/rows/useRows'
import type { RejectionCode, Withdrawal } from './contract'

/** So often what is decided on is asked for anew. */
const everyMs = 20_000

/** The queue: what waits for a review, the oldest first, unless the address says otherwise. */
export const useWithdrawals = (filters: readonly Filter[]) => useRows('withdrawals/list', { filters, defaults: { status: 'pending_review' }, order: 'asc' })

export const useDossier = (withdrawNo: string) => useAnswer('withdrawals/detail', { withdrawNo }, { everyMs })

/** Where somebody stands in the tree of invitations, with the reason of an open flag. */
export const useTeamOf = (userId: string) => useAnswer('users/team', { userId }, { everyMs })

/** The open reviews of some withdrawals, with the text that the caller would sign. */
export function useReviews(rows: readonly Withdrawal[]) {
  const ids = [...new Set(rows.map(({ proposalId }) => proposalId).filter((id) => id !== ''))]
  return useAnswer('proposals/list', { ids, size: 50 }, { isOff: ids.length === 0, keepsFormer: true, isBackground: true })
}

/** Rejects a withdrawal as it was shown: where another review is open by now, the server refuses. */
export function rejectWithdrawal({ withdrawNo, proposalId }: Withdrawal, code: RejectionCode, note: string) {
  return call('withdrawals/reject', { withdrawNo, proposalId, code, note }, { isQuiet: true })
}
