import { call } from '@console/api/call'
import { useAnswer } from '@console/api/useAnswer'
import type { Proposal } from '@console/contract/contract'
import type { Filter } from '@console/rows/decideFilter'
import { useRows } from '@console/rows/useRows'

/** What waits for the caller, unless the address says otherwise. Reviews of withdrawals have a queue of their own. */
export const useProposals = (filters: readonly Filter[]) =>
  useRows('proposals/list', { filters, defaults: { state: 'pending', forMe: 'true', withoutQueues: 'true' } })

/** Rejects a proposal as it was shown: where somebody approved it since, the server refuses. */
export function rejectProposal({ id, payloadHash, approvals }: Proposal, reason: string) {
  return call('proposals/reject', { proposalId: id, payloadHash, approvals: approvals.length, reason }, { isQuiet: true })
}

/** What an approval of a proposal that waits would do now; the server does it and undoes it. */
export const useTrial = (proposalId: string) => useAnswer('proposals/tryApproval', { proposalId })
