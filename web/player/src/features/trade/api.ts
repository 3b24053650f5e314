import type { Decimal } from '@kit/amount/format'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import { useQuotedOrder } from '@core/quote/useQuotedOrder'
import { call } from '@core/session/api'
import type { Market, Sale, SaleQuote, Span } from './contract'
import { isQuotable } from './decideTrade'

/** The bids as they stand. */
export const useMarket = () => useAnswer('/api/trade/market', {})

/** The user's sales, newest first. */
export const useSales = () => useEndlessList('/api/trade/records', {})

/** The price of ETLD over a span. */
export const usePriceHistory = (span: Span) => useAnswer('/api/main/priceHistory', { currency: 'ETLD', span }, { staleMs: 0 })

/** A sale by the server's preview of it. */
export function useSaleOrder(market: Market, quantity: Decimal | null, onDone: (sale: Sale) => void) {
  return useQuotedOrder<'/api/trade/sell', SaleQuote>('/api/trade/sell', {
    about: ['sale'],
    amount: quantity,
    isQuotable: (settled) => isQuotable(market, settled),
    ask: (wanted, signal) => call('/api/trade/quote', { quantity: wanted }, { signal, hideToast: true }),
    paramsOf: ({ quoteId, minReceive }) => ({ quoteId, minReceive }),
    onDone,
  })
}
