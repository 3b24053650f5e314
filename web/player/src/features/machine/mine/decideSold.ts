import { productOf, sumOf } from '@kit/amount/compare'
import { signOf, type Decimal } from '@kit/amount/format'
import type { Data } from '@kit/api/contract'
import { platformDay } from '@kit/time/zone'

export type Paid = Pick<Data<'/api/miner/statement'>['list'][number], 'period' | 'output'>
type Point = Pick<Data<'/api/main/priceHistory'>['list'][number], 'at' | 'close'>

/** What a machine's ETLD would have brought, had each day's been sold on that day. */
export interface Sold {
  sold: Decimal
  brought: Decimal
  /** The days on which nobody bought, and what would still be there of them. */
  days: number
  kept: Decimal
}

/** By the last price of the funded bids of each day; a day without one sells nothing. An estimate to look at, never money. */
export function decideSold(paid: readonly Paid[], points: readonly Point[]): Sold {
  const closeOf = new Map(points.map(({ at, close }) => [platformDay(Date.parse(at)), close]))
  const days = paid.filter(({ output }) => signOf(output) > 0)
  const [sold, kept] = [days.filter(({ period }) => closeOf.has(period)), days.filter(({ period }) => !closeOf.has(period))]
  return {
    sold: sumOf(sold.map(({ output }) => output)),
    brought: sumOf(sold.map(({ output, period }) => productOf(output, closeOf.get(period) ?? '0'))),
    days: kept.length,
    kept: sumOf(kept.map(({ output }) => output)),
  }
}
