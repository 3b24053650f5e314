import { signOf } from '@kit/amount/format'
import type { Data } from '@kit/api/contract'
import { isAt } from '@core/frame/places'

/** How far a person's first income has come on this device: `awaited` since a machine was seen that had paid nothing yet. */
export type FirstIncomeState = 'unknown' | 'awaited' | 'here' | 'told'

type Sums = Pick<Data<'/api/miner/minerStatistics'>, 'lockedPrincipal' | 'totalInterest' | 'totalEtld'>

/**
 * Follows the first income by the server's sums. It is told only where its absence was seen before: on another device,
 * or long after, it would be no first one.
 */
export function decideFirstIncome(kept: FirstIncomeState, sums: Sums | undefined): FirstIncomeState {
  if (kept === 'told' || sums === undefined) return kept
  const hasEarned = signOf(sums.totalInterest) > 0 || signOf(sums.totalEtld) > 0
  if (hasEarned) return kept === 'unknown' ? 'told' : 'here'
  return signOf(sums.lockedPrincipal) > 0 ? 'awaited' : kept
}

/** The screens on which it is told, while nothing else is open there. */
export function isCalmPlace(pathname: string, search: string): boolean {
  return isAt(pathname, '/', '/wallet', '/myMiner') && [...new URLSearchParams(search).keys()].every((name) => name === 'status')
}
