import { useQuery } from '@tanstack/react-query'
import { waitForReceipt, type TxOutcome } from '../wallet/transfer'
import { connectedProvider } from './connection'
import { useSession } from './store'

/** What the wallet's node says of a transaction once it is in a block; a wallet that stands on another chain is not asked. */
export function useTxOutcome(hash: string | null, isWanted = true): TxOutcome | undefined {
  // The session notes the chain when a wallet is attached; that is when the provider appears.
  const onChain = useSession((state) => state.onChain)
  const provider = connectedProvider()
  const { data } = useQuery({
    queryKey: ['wallet receipt', hash],
    queryFn: ({ signal }) => {
      if (!provider || !hash) throw new Error('no wallet to ask')
      return waitForReceipt(provider, hash, signal)
    },
    enabled: isWanted && hash !== null && provider !== null && onChain !== false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data
}
