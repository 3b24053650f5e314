import type { UseQueryResult } from '@tanstack/react-query'
import type { Data } from '@kit/api/contract'
import { useAnswer } from '../queries/useAnswer'

const refreshMs = 30_000
const dayRefreshMs = 60_000

/** The prices of the coins as they stand. */
export function usePrices(isWanted: boolean): UseQueryResult<Data<'/api/main/prices'>> {
  return useAnswer('/api/main/prices', {}, { enabled: isWanted, refetchEveryMs: refreshMs })
}

/** What a coin cost in the last day, step by step. */
export function usePriceDay(currency: 'ETH' | 'ETLD'): UseQueryResult<Data<'/api/main/priceHistory'>> {
  return useAnswer('/api/main/priceHistory', { currency, span: 'day' }, { refetchEveryMs: dayRefreshMs })
}
