import type { UseQueryResult } from '@tanstack/react-query'
import type { Params, TopUpInfo } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'
import { call } from '@core/session/api'

/** A deposit on its way moves with every block. */
const blockMs = 4_000

/** Where to send, and what is on its way. */
export function useTopUpInfo(): UseQueryResult<TopUpInfo> {
  return useAnswer('/api/userAccount/topUpInfo', {}, { soonerMs: (seen) => (seen && seen.pending.length > 0 ? blockMs : undefined) })
}

/** Claims what this wallet sent before it had an account. */
export async function claimSuspense(claim: Params<'/api/pay/claimSuspense'>): Promise<void> {
  await call('/api/pay/claimSuspense', claim)
}
