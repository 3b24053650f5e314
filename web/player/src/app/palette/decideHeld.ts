import { isDecimal, signOf, type Decimal } from '@kit/amount/format'
import { fromUnits, toUnits, unit } from '@kit/amount/compare'
import type { Data } from '@kit/api/contract'
import { places, type PlaceName } from './decidePalette'
import type { Place, TabPath } from '@core/frame/places'

/** What is held: amounts, as they say themselves in `data-of`, or a tab. */
export type Holding = { said: string[] } | { tab: TabPath }

/** Money that is shown. */
export interface Shown {
  value: Decimal
  currency: string
}

const amountsMax = 30

/** The amounts that elements say in `data-of`, each once. A worth, which is a product, is cut where amounts end. */
export function amountsOf(said: readonly (string | undefined)[]): Shown[] {
  return [...new Set(said)].slice(0, amountsMax).flatMap((one) => {
    const [value, currency] = one?.replace(/(\.\d{8})\d+/, '$1').split(' ') ?? []
    return value && currency && pairs.has(currency) && /^[+-]?\d/.test(value) ? [{ value, currency }] : []
  })
}

/** In what an amount is shown instead; power in what it brings a day. */
const pairs = new Map([
  ['ETLD', 'USDT'],
  ['ETH', 'USDT'],
  ['USDT', 'ETLD'],
  ['T', 'ETLD'],
])

type PriceRow = Pick<Data<'/api/main/prices'>['list'][number], 'currency' | 'price' | 'stale' | 'source' | 'at'>

/** An amount in another currency, and the price by which it was computed. */
export interface Other extends Shown {
  /** The coin whose price it is; T where it is what one puts out a day. */
  coin: string
  price: Decimal
  /** The currency of the price. */
  priceIn: string
  source: PriceRow['source']
  at: string | null
  how: 'times' | 'over'
}

/** What an amount is in another currency at the price of now, or at the output of a T on the newest closed day: an estimate to look at, cut and never rounded up. Null without a fresh price. */
export function otherOf({ value, currency }: Shown, prices: readonly PriceRow[], rate: Decimal | null): Other | null {
  const to = pairs.get(currency)
  const coin = currency === 'USDT' ? to : currency
  const row = coin === 'T' ? { price: rate, stale: false, source: '' as const, at: null } : prices.find((one) => one.currency === coin)
  if (!to || !coin || !row || row.stale || !isDecimal(row.price) || signOf(row.price) <= 0) return null
  const how = currency === 'USDT' ? 'over' : 'times'
  const [amount, price] = [toUnits(value.replace('-', '')), toUnits(row.price)]
  const result = fromUnits(how === 'over' ? (amount * unit) / price : (amount * price) / unit)
  const priceIn = coin === 'T' ? 'ETLD' : 'USDT'
  return { value: `${signOf(value) < 0 ? '-' : ''}${result}`, currency: to, coin, price: row.price, priceIn, source: row.source, at: row.at, how }
}

const placeNamed = new Map(places)
const ofTab: Record<TabPath, readonly PlaceName[]> = {
  '/': ['machines', 'calendar', 'nodes', 'pool', 'news'],
  '/products': ['shop', 'orders'],
  '/trade': ['sell', 'swap', 'box'],
  '/wallet': ['topUp', 'withdraw', 'transactions', 'checks'],
  '/mine': ['notices', 'team', 'help', 'language'],
}

/** Where a tab leads to besides itself. */
export function placesOf(tab: TabPath): { name: PlaceName; place: Place }[] {
  return ofTab[tab].flatMap((name) => {
    const place = placeNamed.get(name)
    return place === undefined ? [] : [{ name, place }]
  })
}
