import { useAnswer } from '@core/queries/useAnswer'

/** What ETLD really cost on the days of a year. */
export const usePriceYear = () => useAnswer('/api/main/priceHistory', { currency: 'ETLD', span: 'year' })
