import { compareAmounts, sumOf } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'

/** How the wallet's transfer of a missing sum stands. */
export type TopUpSending = 'idle' | 'asking' | 'sent' | 'unsure' | 'refused' | 'no_gas' | 'no_wallet' | 'wrong_network'

/** What a balance lacks to pay a sum, at least the least deposit; null where it lacks nothing, or nothing is known yet. */
export function missingOf(payAmount: Decimal, available: Decimal | undefined, least: Decimal | undefined): Decimal | null {
  if (available === undefined || compareAmounts(available, payAmount) >= 0) return null
  const missing = sumOf([payAmount, `-${available}`])
  return least !== undefined && compareAmounts(missing, least) < 0 ? least : missing
}

interface TopUpFirstFacts {
  missing: Decimal | null
  sending: TopUpSending
  /** What the wallet holds; undefined while it was not asked. */
  held: Decimal | undefined
}

/** What the one button of the order does: tops up what is missing and buys then, waits for it, or buys. */
type TopUpFirstStep = 'buy' | 'top_up' | 'short' | 'asking' | 'under_way' | 'unsure'

/** Decides the step. A transfer whose fate is unknown is looked for before another one is offered. */
export function decideTopUpFirst({ missing, sending, held }: TopUpFirstFacts): TopUpFirstStep {
  if (missing === null) return 'buy'
  if (sending === 'asking') return 'asking'
  if (sending === 'sent') return 'under_way'
  if (sending === 'unsure') return 'unsure'
  return held !== undefined && compareAmounts(held, missing) < 0 ? 'short' : 'top_up'
}
