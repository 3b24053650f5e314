import type { UseQueryResult } from '@tanstack/react-query'
import type { Decimal } from '@kit/amount/format'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import { useHeldQuote } from '@core/queries/useHeldQuote'
import { call } from '@core/session/api'
import type { EndlessList } from '@kit/ui/ListEnd'
import type { Market, Sale, History, Span } from './contract'
import { isQuotable } from './decideTrade'

const marketRefreshMs = 10_000
const historyRefreshMs = 60_000

/** The bids as they stand. */
export function useMarket(): UseQueryResult<Market> {
  return useAnswer('/api/trade/market', {}, { refetchEveryMs: marketRefreshMs })
}

/** The user's sales, newest first. */
export function useSales(): EndlessList<Sale> {
  return useEndlessList('/api/trade/records', {})
}

/** The price of ETLD over a span. */
export function usePriceHistory(span: Span): UseQueryResult<History> {
  return useAnswer('/api/main/priceHistory', { currency: 'ETLD', span }, { refetchEveryMs: historyRefreshMs, staleMs: 0 })
}

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
