import { fromUnits, productOf, shareOf, toUnits } from '@kit/amount/compare'
import { isDecimal, signOf, type Decimal } from '@kit/amount/format'
import type { Home, MachineSize, Price, Product } from '@kit/api/contract'
import { dayEndMs } from '@kit/time/zone'
import { isPlace, type Place } from '@core/frame/places'

const bannerIds = ['machines', 'output', 'king', 'trade'] as const
export type BannerId = (typeof bannerIds)[number]

/** What the list under the banners shows: the popular ones, or one size. */
export type MachineFilter = 'popular' | MachineSize

const targets: Record<BannerId, Place> = { machines: '/', output: '/myMiner', king: '/chain', trade: '/trade' }

/** The four banners of the spec, each with its target; the server may point one elsewhere inside the app. */
export function decideBanners(sent: readonly { id: string; target: string }[]): { id: BannerId; target: Place }[] {
  return bannerIds.map((id) => {
    const target = sent.find((banner) => banner.id === id)?.target
    return { id, target: target !== undefined && isPlace(target) ? target : targets[id] }
  })
}

/** Whether what came in lately stands beside today's output: while a machine runs, once any has paid. */
export function hasLine({ power, first }: Home['today']): boolean {
  return power > 0 && !first
}

/** Whether any day brought anything. */
export function hasIncome(days: readonly { usdt: Decimal; etld: Decimal }[]): boolean {
  return days.some((day) => signOf(day.usdt) > 0 || signOf(day.etld) > 0)
}

type Today = Omit<Home['today'], 'first'>

/** So long at most today's output is counted on: by then it was asked for anew, or there is no line. */
const countedMaxMs = 60_000
const daySeconds = 86_400n

/** Today's output at a moment, counted on from what the server said as the server reckons it: by the newest closed day's rate, up to midnight. */
export function countOn({ etld, power, rate, asOf }: Today, nowMs: number): Decimal {
  const fromMs = Date.parse(asOf)
  const seconds = Math.floor((Math.min(nowMs, fromMs + countedMaxMs, dayEndMs(fromMs)) - fromMs) / 1000)
  if (!(seconds > 0) || !isDecimal(rate) || !isDecimal(etld)) return etld
  const grown = (toUnits(rate) * BigInt(power) * BigInt(seconds)) / daySeconds
  return fromUnits(toUnits(etld) + grown)
}

/** How far today's output has come: its share of a full day at the current rate, for the gauge alone. Without a rate nothing is known of it. */
export function decideGauge({ power, rate, etld }: Today): { share: number; state: 'idle' | 'unknown' | 'known' } {
  if (power <= 0) return { share: 0, state: 'idle' }
  if (!isDecimal(rate) || !isDecimal(etld)) return { share: 0, state: 'unknown' }
  return { share: shareOf(etld, productOf(rate, String(power))), state: 'known' }
}

type SaleState = 'on_sale' | 'sold_out' | 'paused'

/** Whether a machine can be bought, and if not, why. */
export function saleStateOf(product: Product): SaleState {
  if (product.stock <= 0) return 'sold_out'
  return product.soldOutReason ? 'paused' : 'on_sale'
}

type Source = Exclude<Price['source'], ''>

const sources: Record<Price['source'], Source | null> = { '': null, bids: 'bids', aggregator: 'aggregator', pair: 'pair', aggregator_pair: 'aggregator_pair' }

/** What stands in a price's place and under it. A coin without a price has no buyer only where its price is that of the bids. */
export function decidePrice({ price, source }: Pick<Price, 'price' | 'source'>): { kind: 'price' | 'no_buyer' | 'no_price'; source: Source | null } {
  if (isDecimal(price) && signOf(price) > 0) return { kind: 'price', source: sources[source] ?? null }
  return source === 'bids' ? { kind: 'no_buyer', source } : { kind: 'no_price', source: null }
}

const goodsShown = 4

/** The first goods that there still are. */
export function decideGoods<Goods extends { stock: number }>(list: readonly Goods[]): Goods[] {
  return list.filter(({ stock }) => stock > 0).slice(0, goodsShown)
}
