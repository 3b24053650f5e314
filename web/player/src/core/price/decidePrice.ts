import { changeOf, productOf } from '@kit/amount/compare'
import { isDecimal, signOf, type Decimal } from '@kit/amount/format'
import type { Data } from '@kit/api/contract'
import { hourMs } from '@kit/time/days'

type PriceRow = Data<'/api/main/prices'>['list'][number]
type PricePoint = Data<'/api/main/priceHistory'>['list'][number]

export type CoinPrice = Pick<PriceRow, 'price' | 'stale' | 'source'>

const numberDecimals = 8

/** The price to show: the number of the coin's own call, as digits, unless the list's price stands still. */
export function currentPrice({ price, stale }: Pick<PriceRow, 'price' | 'stale'>, stated: number | undefined): Decimal {
  if (stale || stated === undefined || !Number.isFinite(stated)) return price
  const digits = stated.toFixed(numberDecimals).replace(/\.?0+$/, '')
  return isDecimal(digits) ? digits : price
}

/** A history that begins later than so long ago says nothing of a day. */
const dayMinMs = 23 * hourMs

/** Whether a currency has a price in USDT: it is not USDT itself, and it is a coin. */
export const hasPrice = (currency: string): boolean => currency !== 'USDT' && currency !== 'GP'

/** What an amount is worth in USDT at the price of now: an estimate to look at. Null where there is no fresh price. */
export function worthOf(amount: Decimal, currency: string, prices: readonly PriceRow[]): Decimal | null {
  const price = prices.find((one) => one.currency === currency)
  if (!price || price.stale || !isDecimal(price.price) || signOf(price.price) <= 0) return null
  return productOf(amount, price.price)
}

/** How a price moved within a day; null where less of a day is known. */
export function dayChangeOf(list: readonly PricePoint[], nowMs: number): Decimal | null {
  const [first] = list
  const last = list.at(-1)
  if (!first || !last || nowMs - Date.parse(first.at) < dayMinMs) return null
  return changeOf(first.open, last.close)
}
