import { compareAmounts, fromUnits, negated, sumOf, toUnits, unit } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'

/** What is known of a machine, and what of it depends on price and network. */
export interface WhatIfFacts {
  power: number
  /** Days that it still puts out. */
  days: number
  /** ETLD per T and day of the newest closed day. */
  rate: Decimal
  /** What is left of the lifetime cap. */
  capLeft: Decimal
  /** ETLD that it has brought already. */
  mined: Decimal
  /** What does not come back for certain. */
  certainCost: Decimal
}

interface Supposed {
  /** USDT per ETLD. */
  price: Decimal
  /** The network's power in tenths of that day's; less than 10 is never supposed, as the highest rate is not known here. */
  networkTenths: number
}

/** What the machine's output would come to; an estimate for the eye. */
export function decideWhatIf(facts: WhatIfFacts, { price, networkTenths }: Supposed): { etld: Decimal; worth: Decimal; rest: Decimal } {
  const full = (toUnits(facts.rate) * BigInt(facts.power * facts.days) * 10n) / BigInt(networkTenths)
  const left = toUnits(facts.capLeft)
  const etld = (full < left ? full : left) + toUnits(facts.mined)
  const worth = fromUnits((etld * toUnits(price)) / unit)
  return { etld: fromUnits(etld), worth, rest: sumOf([worth, negated(facts.certainCost)]) }
}

export const priceSteps = 100

/** The dearest price of the scale: twice the higher one of bid and break-even. */
export function dearestOf(bid: Decimal, breakEven: Decimal | null): Decimal {
  const higher = breakEven !== null && compareAmounts(breakEven, bid) > 0 ? breakEven : bid
  const dearest = fromUnits(toUnits(higher) * 2n)
  return compareAmounts(dearest, '0.01') < 0 ? '0.01' : dearest
}

/** The price at a step of the scale. */
export function priceAt(dearest: Decimal, step: number): Decimal {
  return fromUnits((toUnits(dearest) * BigInt(step)) / BigInt(priceSteps))
}

/** The step of the scale that comes nearest below a price. */
export function stepOf(dearest: Decimal, price: Decimal): number {
  return Math.min(priceSteps, Number((toUnits(price) * BigInt(priceSteps)) / toUnits(dearest)))
}
