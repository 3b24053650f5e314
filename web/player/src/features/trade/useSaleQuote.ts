import type { Decimal } from '@kit/amount/format'
import { useHeldQuote } from '@core/queries/useHeldQuote'
import { call } from '@core/session/api'
import type { Market } from './api'
import { isQuotable } from './decideTrade'

/** The server's preview of a sale. */
export function useSaleQuote(market: Market, quantity: Decimal | null, isPaused: boolean) {
  return useHeldQuote({
    about: ['sale'],
    amount: quantity,
    isPaused,
    isQuotable: (settled) => isQuotable(market, settled),
    ask: (wanted, signal) => call('/api/trade/quote', { quantity: wanted }, { signal, hideToast: true }),
  })
}
