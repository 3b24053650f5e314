import type { UseQueryResult } from '@tanstack/react-query'
import { useAnswer } from '@core/queries/useAnswer'
import type { Data } from '@kit/api/contract'
import type { LevelName, Pools, DividendStatement } from '../contract'

/** The pools of the open month, as if it closed now. */
export function usePools(): UseQueryResult<Pools> {
  return useAnswer('/api/node/dividendPool', {})
}

/** The pools of a closed month. */
export function usePoolsOf(month: string): UseQueryResult<Pools> {
  return useAnswer('/api/node/dividendPool', { month })
}

/** How one pool of a closed month was divided. */
export function useDividendStatement(month: string, level: LevelName): UseQueryResult<DividendStatement> {
  return useAnswer('/api/node/statement', { month, level })
}

/** What is owed and what is there, as the newest check of the books added it up. */
export function useReserves(): UseQueryResult<Data<'/api/open/reserves'>> {
  return useAnswer('/api/open/reserves', {})
}
