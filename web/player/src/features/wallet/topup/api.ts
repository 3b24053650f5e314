import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Params, TopUpInfo } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'
import { call } from '@core/session/api'
import { connectedProvider } from '@core/session/connection'
import { useSession } from '@core/session/store'
import { waitForReceipt, type Receipt } from '@core/wallet/transfer'

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

/** What the wallet's node says of a transfer, once it is in a block. */
export function useTransferReceipt(hash: string): UseQueryResult<Receipt> {
  // The session notes the chain when a wallet is attached; that is when the provider appears.
  const onChain = useSession((state) => state.onChain)
  const provider = connectedProvider()
  return useQuery({
    queryKey: ['wallet-receipt', hash],
    queryFn: ({ signal }) => {
      if (!provider) throw new Error('no wallet to ask')
      return waitForReceipt(provider, hash, signal)
    },
    enabled: provider !== null && onChain === true,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
