import type { Decimal } from '@kit/amount/format'
import { useHeldQuote } from '@core/queries/useHeldQuote'
import { call } from '@core/session/api'
import type { Pair } from './api'
import { currencyOf, isQuotable } from './decideSwap'

/** The server's quote for what is entered. */
export function useQuote(pair: Pair, amount: Decimal | null, isPaused: boolean) {
  const pay = currencyOf(pair.pay)
  const receive = currencyOf(pair.receive)
  return useHeldQuote({
    about: ['swap', pair.pay, pair.receive],
    amount,
    isPaused,
    isQuotable: (settled) => pay !== null && receive !== null && isQuotable(pair, settled),
    ask: (payAmount, signal) => call('/api/userAccount/exchangeQuote', { pay: pay ?? 'USDT', receive: receive ?? 'USDT', payAmount }, { signal, hideToast: true }),
  })
}
