import type { Params } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'
import { call } from '@core/session/api'
import { answers } from '@core/session/cache'

/** A deposit on its way moves with every block. */
const blockMs = 4_000

/** Where to send, and what is on its way. */
export const useTopUpInfo = () => useAnswer('/api/userAccount/topUpInfo', {}, { soonerMs: (seen) => (seen && seen.pending.length > 0 ? blockMs : undefined) })

/** Claims what this wallet sent before it had an account, says that it did, and reads anew what that made old before it ends. */
export async function claimSuspense(claim: Params<'/api/pay/claimSuspense'>, onDone: () => void): Promise<void> {
  await call('/api/pay/claimSuspense', claim)
  onDone()
  await answers.invalidateQueries({ predicate: ({ queryKey: [path] }) => path === '/api/userAccount/topUpInfo' || path === '/api/userAccount/balance' })
}
