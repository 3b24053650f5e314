import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { fromUnits } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import { connectedProvider } from '../session/connection'
import { useSession } from '../session/store'
import type { WalletProvider } from '@kit/wallet/provider'

const refreshMs = 8_000
/** The first part of the cache key of what the wallet holds. */
export const tokenBalanceKey = 'wallet-token'
const balanceOfSelector = '0x70a08231'

interface Token {
  contract: string
  decimals: number
}

/** Reads what an address holds of a token, through the wallet's own node. */
export async function readTokenBalance(provider: WalletProvider, token: Token, owner: string): Promise<Decimal> {
  const data = balanceOfSelector + owner.slice(2).toLowerCase().padStart(64, '0')
  const answer = await provider.request({ method: 'eth_call', params: [{ to: token.contract, data }, 'latest'] })
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(answer)) throw new Error('the wallet gave no token balance')
  return fromUnits(BigInt(answer), token.decimals)
}

/** What the connected wallet holds of a token; asked again every few seconds. */
export function useTokenBalance(token: Token | null): UseQueryResult<Decimal> {
  const address = useSession((state) => state.address)
  // The session notes the chain when a wallet is attached; that is when the provider appears.
  const onChain = useSession((state) => state.onChain)
  const provider = connectedProvider()
  return useQuery({
    queryKey: [tokenBalanceKey, token?.contract, address],
    queryFn: () => {
      if (!provider || !token || !address) throw new Error('no wallet to ask')
      return readTokenBalance(provider, token, address)
    },
    enabled: provider !== null && token !== null && address !== null && onChain === true,
    refetchInterval: refreshMs,
    retry: false,
  })
}
