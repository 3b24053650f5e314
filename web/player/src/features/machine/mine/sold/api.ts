import { useAnswer } from '@core/queries/useAnswer'

/** What ETLD really cost on the days of a year of the platform's calendar. */
export const usePriceYear = (year: string) => useAnswer('/api/main/priceHistory', { currency: 'ETLD', span: 'year', year: Number(year) })
