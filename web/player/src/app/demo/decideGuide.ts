import { compareAmounts } from '@kit/amount/compare'
import { signOf, type Decimal } from '@kit/amount/format'
import type { Data } from '@kit/api/contract'

/** What there is to try in a demo, in its order. */
const guideSteps = ['coins', 'machine', 'day', 'sell', 'withdraw'] as const
export type GuideStep = (typeof guideSteps)[number]

/** What is known of what a person did. */
export interface GuideFacts {
  /** What the wallet holds. */
  held: Decimal | undefined
  statistics: Pick<Data<'/api/miner/minerStatistics'>, 'lockedPrincipal' | 'totalInterest' | 'totalEtld'> | undefined
  /** The least ETLD a sale takes. */
  leastSale: Decimal | undefined
  /** What could be withdrawn, and the least that is. */
  withdrawal: { available: Decimal; min: Decimal } | undefined
  hasMoved: boolean
  hasSold: boolean
  hasWithdrawn: boolean
}

/** Whether to top up before a withdrawal, as there is less than the least of one. */
export function isTopUpFirst(withdrawal: GuideFacts['withdrawal']): boolean {
  return withdrawal !== undefined && compareAmounts(withdrawal.available, withdrawal.min) < 0
}

/** Which steps are done, and which one is next: the first that is not. */
export function decideGuide({
  held,
  statistics,
  leastSale,
  hasMoved,
  hasSold,
  hasWithdrawn,
}: Omit<GuideFacts, 'withdrawal'>): { step: GuideStep; isDone: boolean; isNext: boolean }[] {
  const hasEarned = statistics !== undefined && (signOf(statistics.totalInterest) > 0 || signOf(statistics.totalEtld) > 0)
  const done: Record<GuideStep, boolean> = {
    // Who spent them had them.
    coins: hasMoved || (held !== undefined && signOf(held) > 0),
    machine: hasEarned || (statistics !== undefined && signOf(statistics.lockedPrincipal) > 0),
    // A day is skipped until there is enough to sell, as a sale comes next.
    day: hasSold || (hasEarned && leastSale !== undefined && compareAmounts(statistics.totalEtld, leastSale) >= 0),
    sell: hasSold,
    withdraw: hasWithdrawn,
  }
  const next = guideSteps.find((step) => !done[step])
  return guideSteps.map((step) => ({ step, isDone: done[step], isNext: step === next }))
}
