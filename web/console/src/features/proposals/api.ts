import { call } from '@console/api/call'
import { useRows, type Filter } from '@console/rows/useRows'

/** What waits for a decision, unless the address says otherwise. */
export function useProposals(filters: readonly Filter[]) {
  return useRows('proposals/list', { filters, defaults: { state: 'pending' } })
}

export function rejectProposal(proposalId: string, reason: string) {
  return call('proposals/reject', { proposalId, reason }, { isQuiet: true })
}
