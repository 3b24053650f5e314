import { useQuery } from '@tanstack/react-query'
import type { Decimal } from '@kit/amount/format'
import { useSettled } from '@kit/amount/useSettled'
import { useLanguage } from '@kit/i18n/text'
import { askTerms } from './api'
import type { NetworkTerms } from './contract'
import { isQuotable, knownTerms } from './decideWithdraw'

const againMs = 10_000

/**
 * What arrives of an amount, by the server: it is asked after a pause in typing and again every ten seconds, as limits
 * and reasons may change meanwhile.
 */
export function useWithdrawQuote(terms: NetworkTerms, amount: Decimal | null) {
  const language = useLanguage()
  const settled = useSettled(amount)
  const isWanted = settled === amount && isQuotable(terms, settled)
  const { currency, network } = terms
  const answer = useQuery({
    queryKey: ['withdraw quote', currency, network, settled, language],
    queryFn: async ({ signal }) => {
      const config = await askTerms({ currency, quantity: settled ?? undefined }, signal)
      return knownTerms(config).find((one) => one.currency === currency && one.network === network) ?? null
    },
    enabled: isWanted,
    refetchInterval: againMs,
    staleTime: 0,
    gcTime: 0,
    retry: 1,
  })
  return { quote: isWanted ? (answer.data ?? null) : null, fault: isWanted && !answer.data ? answer.error : null, askAgain: () => void answer.refetch() }
}
