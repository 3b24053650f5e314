import { useAnswer } from '@core/queries/useAnswer'
import type { LevelName } from '../contract'

/** The pools of the open month, as if it closed now. */
export const usePools = () => useAnswer('/api/node/dividendPool', {})

/** The pools of a closed month. */
export const usePoolsOf = (month: string, enabled: boolean) => useAnswer('/api/node/dividendPool', { month }, { enabled })

/** How one pool of a closed month was divided. */
export const useDividendStatement = (month: string, level: LevelName, enabled: boolean) => useAnswer('/api/node/statement', { month, level }, { enabled })

/** What is owed and what is there, as the newest check of the books added it up. */
export const useReserves = () => useAnswer('/api/open/reserves', {})
