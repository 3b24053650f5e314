import { compareAmounts, toUnits } from '@kit/amount/compare'
import type { IncomeRow } from '../contract'

/** What a payment was computed from. */
export type IncomeFormula =
  | { kind: 'interest'; total: string; day: number; termDays: number; dueAt: string }
  | { kind: 'output'; inputs: NonNullable<IncomeRow['output']>; rateBound: RateBound; isCapped: boolean }
  | { kind: 'principal' }

/** Whether the day's rate was what the budget gave per T, or the highest rate there can be. */
type RateBound = 'budget' | 'maximum'

const secondsOfDay = 86_400n

/** Reads the inputs of a payment's formula and says which of its limits were at work. */
export function decideFormula(row: IncomeRow): IncomeFormula {
  if (row.interest) {
    const { total, k, termDays, dueAt } = row.interest
    return { kind: 'interest', total, day: k, termDays, dueAt }
  }
  if (row.output) {
    return { kind: 'output', inputs: row.output, rateBound: rateBoundOf(row.output), isCapped: compareAmounts(row.amount, row.output.capRest) >= 0 }
  }
  return { kind: 'principal' }
}

// Computed again to the atom, as the server does: a lower rate means that its maximum was at work.
function rateBoundOf({ rate, weight, budget }: NonNullable<IncomeRow['output']>): RateBound {
  const weighed = BigInt(weight)
  if (weighed <= 0n) return 'budget'
  return (9n * toUnits(budget) * secondsOfDay) / (10n * weighed) === toUnits(rate) ? 'budget' : 'maximum'
}
