import { call } from '@console/api/call'
import { useAnswer } from '@console/api/useAnswer'
import { useRows, type Filter } from '@console/rows/useRows'

/** What waits for the caller, unless the address says otherwise. Reviews of withdrawals have a queue of their own. */
export function useProposals(filters: readonly Filter[]) {
  return useRows('proposals/list', { filters, defaults: { state: 'pending', forMe: 'true', withoutQueues: 'true' } })
}

export function rejectProposal(proposalId: string, reason: string) {
  return call('proposals/reject', { proposalId, reason }, { isQuiet: true })
}

/** What an approval of a proposal that waits would do now; the server does it and undoes it. */
export function useTrial(proposalId: string) {
  return useAnswer('proposals/tryApproval', { proposalId })
}
