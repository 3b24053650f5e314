import type { UseQueryResult } from '@tanstack/react-query'
import type { Data } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'

/** What ETLD really cost on the days of a year. */
export function usePriceYear(): UseQueryResult<Data<'/api/main/priceHistory'>> {
  return useAnswer('/api/main/priceHistory', { currency: 'ETLD', span: 'year' })
}
