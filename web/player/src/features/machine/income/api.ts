import { useEndlessList } from '@core/queries/useEndlessList'
import type { EndlessList } from '@kit/ui/ListEnd'
import type { IncomeRow } from '../contract'

/** What one machine has paid, newest first. */
export function useIncome(id: string): EndlessList<IncomeRow> {
  return useEndlessList('/api/miner/income', { id })
}
