import { changeOf, productOf } from '@kit/amount/compare'
import { isDecimal, signOf, type Decimal } from '@kit/amount/format'
import type { Data } from '@kit/api/contract'

type PriceRow = Data<'/api/main/prices'>['list'][number]

export type CoinPrice = Pick<PriceRow, 'price' | 'stale' | 'source'>

const numberDecimals = 8

/** The price to show: the number of the coin's own call, as digits, unless the list's price stands still. */
export function currentPrice({ price, stale }: Pick<PriceRow, 'price' | 'stale'>, stated: number | undefined): Decimal {
  if (stale || stated === undefined || !Number.isFinite(stated)) return price
  const digits = stated.toFixed(numberDecimals).replace(/\.?0+$/, '')
  return isDecimal(digits) ? digits : price
}

const hourMs = 3_600_000
/** A history that begins later than so long ago says nothing of a day. */
const dayMinMs = 23 * hourMs
const dayMs = 24 * hourMs

/** What an amount is worth in USDT at the price of now: an estimate to look at. Null where there is no fresh price. */
export function worthOf(amount: Decimal, currency: string, prices: readonly PriceRow[]): Decimal | null {
  const price = prices.find((one) => one.currency === currency)
  if (!price || price.stale || !isDecimal(price.price) || signOf(price.price) <= 0) return null
  return productOf(amount, price.price)
}

/** How a price moved within a day; null where less of a day is known. A step that was over before the day began has left what stood then. */
export function dayChangeOf({ list, stepSeconds }: Pick<Data<'/api/main/priceHistory'>, 'list' | 'stepSeconds'>, nowMs: number): Decimal | null {
  const [first] = list
  const last = list.at(-1)
  const firstAgoMs = first ? nowMs - Date.parse(first.at) : 0
  if (!first || !last || firstAgoMs < dayMinMs) return null
  return changeOf(firstAgoMs > dayMs + stepSeconds * 1000 ? first.close : first.open, last.close)
}
