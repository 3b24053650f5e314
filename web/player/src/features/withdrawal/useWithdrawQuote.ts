import type { Decimal } from '@kit/amount/format'
import { useSettled } from '@kit/amount/useSettled'
import { useTermsFor } from './api'
import type { NetworkTerms } from './contract'
import { isQuotable, knownTerms } from './decideWithdraw'

/** What arrives of an amount, by the server, which is asked after a pause in typing. */
export function useWithdrawQuote(terms: NetworkTerms, amount: Decimal | null) {
  const settled = useSettled(amount)
  const isWanted = settled === amount && isQuotable(terms, settled)
  const { currency, network } = terms
  const answer = useTermsFor(currency, settled, isWanted)
  const quote = knownTerms(answer.data).find((one) => one.currency === currency && one.network === network) ?? null
  return { quote: isWanted ? quote : null, fault: isWanted && !answer.data ? answer.error : null, askAgain: () => void answer.refetch() }
}
