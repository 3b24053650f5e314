import { useEndlessList } from '@core/queries/useEndlessList'

/** What one machine has paid, newest first. */
export const useIncome = (id: string) => useEndlessList('/api/miner/income', { id })
