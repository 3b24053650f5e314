import { signOf, type Decimal } from '@kit/amount/format'
import { toUnits, fromUnits } from '@kit/amount/compare'
import type { Data } from '@kit/api/contract'
import { places, type Place } from './decidePalette'
import type { TabPath } from './paths'

/** What is held: amounts, as they say themselves in `data-of`, or a tab. */
export type Holding = { said: string[] } | { tab: TabPath }

/** Money that is shown. */
export interface Shown {
  value: Decimal
  currency: string
}

const amountsMax = 30

/** The amounts that elements say in `data-of`, each once. */
export function amountsOf(said: readonly (string | undefined)[]): Shown[] {
  return [...new Set(said)].slice(0, amountsMax).flatMap((one) => {
    const [value, currency] = one?.split(' ') ?? []
    return value && currency && pairs.has(currency) && /^[+-]?\d/.test(value) ? [{ value, currency }] : []
  })
}

/** In what an amount is shown instead. */
const pairs = new Map([
  ['ETLD', 'USDT'],
  ['ETH', 'USDT'],
  ['USDT', 'ETLD'],
])

type PriceRow = Pick<Data<'/api/main/prices'>['list'][number], 'currency' | 'price' | 'stale' | 'source' | 'at'>

/** An amount in another currency, and the price by which it was computed. */
export interface Other extends Shown {
  /** The coin whose price it is. */
  coin: string
  price: Decimal
  source: PriceRow['source']
  at: string
  how: 'times' | 'over'
}

const decimals = 8
const unit = 10n ** BigInt(decimals)

/** What an amount is in another currency at the price of now: an estimate to look at, cut and never rounded up. Null without a fresh price. */
export function otherOf({ value, currency }: Shown, prices: readonly PriceRow[]): Other | null {
  const to = pairs.get(currency)
  const coin = currency === 'USDT' ? to : currency
  const row = prices.find((one) => one.currency === coin)
  if (!to || !coin || !row || row.stale || signOf(row.price) <= 0) return null
  const how = currency === 'USDT' ? 'over' : 'times'
  const [amount, price] = [toUnits(value.replace('-', ''), decimals), toUnits(row.price, decimals)]
  const result = fromUnits(how === 'over' ? (amount * unit) / price : (amount * price) / unit, decimals)
  return { value: `${signOf(value) < 0 ? '-' : ''}${result}`, currency: to, coin, price: row.price, source: row.source, at: row.at, how }
}

const pathOf = new Map(places)
const ofTab: Record<TabPath, readonly Place[]> = {
  '/': ['machines', 'calendar', 'nodes', 'pool', 'news'],
  '/products': ['shop', 'orders'],
  '/trade': ['sell', 'swap', 'box'],
  '/wallet': ['topUp', 'withdraw', 'transactions', 'checks'],
  '/mine': ['notices', 'team', 'help', 'language'],
}

/** Where a tab leads to besides itself. */
export function placesOf(tab: TabPath): { place: Place; path: string }[] {
  return ofTab[tab].flatMap((place) => {
    const path = pathOf.get(place)
    return path === undefined ? [] : [{ place, path }]
  })
}
