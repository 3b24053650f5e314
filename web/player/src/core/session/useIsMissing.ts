import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { isMissing } from '../wallet/transfer'
import { connectedProvider } from './connection'
import { useSession } from './store'

const askEveryMs = 10_000

/**
 * Whether the chain does not know a transaction a minute after it was sent; without `sentAtMs`, a minute after it was
 * first asked about. A wallet on another chain is not asked.
 */
export function useIsMissing(hash: string | null, sentAtMs?: number): boolean {
  const first = useRef({ hash, askedAtMs: 0 })
  const onChain = useSession((state) => state.onChain)
  const isAsked = hash !== null && onChain === true
  const { data } = useQuery({
    queryKey: ['wallet knows', hash],
    queryFn: async () => {
      const provider = connectedProvider()
      if (first.current.hash !== hash || first.current.askedAtMs === 0) first.current = { hash, askedAtMs: Date.now() }
      return provider !== null && hash !== null && (await isMissing(provider, { hash, atMs: sentAtMs ?? first.current.askedAtMs }, Date.now()))
    },
    enabled: isAsked,
    refetchInterval: askEveryMs,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return isAsked && data === true
}
