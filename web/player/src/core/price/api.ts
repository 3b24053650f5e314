import { useAnswer } from '../queries/useAnswer'
import { currentPrice, type CoinPrice } from './decidePrice'

/** The prices of the coins as they stand. */
export const usePrices = (isWanted: boolean) => useAnswer('/api/main/prices', {}, { enabled: isWanted })

const numberCalls = { ETH: '/api/main/getETHPrice', ETLD: '/api/main/getETLDPrice' } as const

/** A coin's price for the eye: by its own call, and before that answers by the list it stands in. */
export function useCoinPrice(currency: 'ETH' | 'ETLD', listed: CoinPrice): CoinPrice {
  const { data } = useAnswer(numberCalls[currency], {}, { enabled: !listed.stale })
  return { ...listed, price: currentPrice(listed, data) }
}

/** What a coin cost in the last day, step by step. */
export const usePriceDay = (currency: 'ETH' | 'ETLD') => useAnswer('/api/main/priceHistory', { currency, span: 'day' })
