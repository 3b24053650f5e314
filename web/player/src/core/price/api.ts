import type { UseQueryResult } from '@tanstack/react-query'
import type { Data } from '@kit/api/contract'
import { useAnswer } from '../queries/useAnswer'
import { currentPrice, type CoinPrice } from './decidePrice'

/** The prices of the coins as they stand. */
export function usePrices(isWanted: boolean): UseQueryResult<Data<'/api/main/prices'>> {
  return useAnswer('/api/main/prices', {}, { enabled: isWanted })
}

const numberCalls = { ETH: '/api/main/getETHPrice', ETLD: '/api/main/getETLDPrice' } as const

/** A coin's price for the eye: by its own call, and before that answers by the list it stands in. */
export function useCoinPrice(currency: 'ETH' | 'ETLD', listed: CoinPrice): CoinPrice {
  const { data } = useAnswer(numberCalls[currency], {}, { enabled: !listed.stale })
  return { ...listed, price: currentPrice(listed, data) }
}

/** What a coin cost in the last day, step by step. */
export function usePriceDay(currency: 'ETH' | 'ETLD'): UseQueryResult<Data<'/api/main/priceHistory'>> {
  return useAnswer('/api/main/priceHistory', { currency, span: 'day' })
}
