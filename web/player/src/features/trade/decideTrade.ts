import { compareAmounts, shareOf, sumOf } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import type { Sending } from '@core/command/pending'
import { dayMs } from '@kit/time/days'
import { platformDay, type TimeStyle } from '@kit/time/zone'
import type { History, Market, SaleQuote } from './contract'

/** What stands between the person and the sale, and so what the button says. */
export type SellStep =
  'selling' | 'unanswered' | 'awaited' | 'stopped' | 'no_buyer' | 'no_quantity' | 'insufficient' | 'too_little' | 'too_much' | 'refused' | 'quoting' | 'ready'

interface StepInput {
  market: Market
  quantity: Decimal | null
  /** A quote that is still good. */
  quote: SaleQuote | null
  isRefused: boolean
  sending: Sending
}

/** Decides the next step. The server decides again; this only spares a call that cannot succeed. */
export function decideStep({ market, quantity, quote, isRefused, sending }: StepInput): SellStep {
  if (sending !== 'idle') return sending === 'sending' ? 'selling' : sending
  if (market.stopped) return 'stopped'
  if (market.bids.length === 0) return 'no_buyer'
  if (quantity === null) return 'no_quantity'
  if (compareAmounts(quantity, market.available) > 0) return 'insufficient'
  if (compareAmounts(quantity, market.quantityMin) < 0) return 'too_little'
  if (compareAmounts(quantity, market.quantityMax) > 0) return 'too_much'
  if (isRefused) return 'refused'
  return quote !== null && compareAmounts(quote.quantity, quantity) === 0 ? 'ready' : 'quoting'
}

/** Whether a quantity is worth asking a quote for. */
export function isQuotable(market: Market, quantity: Decimal | null): boolean {
  return decideStep({ market, quantity, quote: null, isRefused: false, sending: 'idle' }) === 'quoting'
}

/** Whether the bids do not take everything; the rest stays with the seller. */
export function isPartial(quote: SaleQuote): boolean {
  return compareAmounts(quote.unfilled, '0') > 0
}

/** Each bid with what it and the better ones buy together, as a share of all: for the bars alone. */
export function decideDepth(bids: Market['bids'], depth: Decimal): { bid: Market['bids'][number]; share: number }[] {
  return bids.map((bid, index) => ({ bid, share: shareOf(sumOf(bids.slice(0, index + 1).map(({ rest }) => rest)), depth) }))
}

/** How the ends of a chart are told apart: by their days, by the clock within one day, by both in between. */
export function endStyleOf(first: string, last: string): TimeStyle {
  const [from, to] = [Date.parse(first), Date.parse(last)]
  if (to - from > 2 * dayMs) return 'day'
  return platformDay(from) === platformDay(to) ? 'clock' : 'minute'
}

/** A place in a drawing, in hundredths of its width and height from its upper left corner. */
interface ChartPoint {
  x: number
  y: number
}

interface Drawing {
  places: ChartPoint[]
  /** Prices that have a line of their own, from below. */
  levels: { price: number; y: number }[]
}

/** Lines a drawing has at least, and the share of its height that stays free above and below. */
const levelsMin = 3
const marginShare = 0.1
const steps = [5, 2, 1]
/** A drawing spans at least so much of its price: one that hardly moved is no storm. */
const spanShareMin = 0.02

/** Where the points of a history stand, by their times and closing prices; for drawing only. */
export function drawHistory(list: History['list']): Drawing {
  const prices = list.map(({ close }) => Number(close))
  const times = list.map(({ at }) => Date.parse(at))
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const span = Math.max(high - low, high * spanShareMin)
  const room = span * marginShare + (span - (high - low)) / 2
  const [bottom, top] = [low - room, high + room]
  const [from = 0, until = 0] = [times[0], times.at(-1)]
  const xOf = (time: number) => (until > from ? ((time - from) / (until - from)) * 100 : 50)
  const yOf = (price: number) => (top > bottom ? ((top - price) / (top - bottom)) * 100 : 50)
  const places = prices.map((price, index) => ({ x: xOf(times[index] ?? from), y: yOf(price) }))
  return { places, levels: levelsBetween(bottom, top).map((price) => ({ price, y: yOf(price) })) }
}

/** Round prices within a range, so many that there are a few of them. */
function levelsBetween(bottom: number, top: number): number[] {
  if (!(top > bottom)) return [top]
  const unit = 10 ** Math.floor(Math.log10(top - bottom))
  const count = (step: number) => Math.floor(top / step) - Math.ceil(bottom / step) + 1
  const step = steps.map((one) => one * unit).find((one) => count(one) >= levelsMin) ?? unit / 2
  return Array.from({ length: count(step) }, (_, index) => (Math.ceil(bottom / step) + index) * step)
}

/** The point of a history that stands nearest to a place across its drawing. */
export function nearestTo(places: readonly ChartPoint[], x: number): number {
  return places.reduce((best, place, index) => (Math.abs(place.x - x) < Math.abs((places[best] ?? place).x - x) ? index : best), 0)
}

/** The lowest, the highest and the last price of a history, or null without one. */
export function rangeOf(list: History['list']): { low: Decimal; high: Decimal; last: Decimal } | null {
  const last = list.at(-1)
  if (!last) return null
  return {
    low: list.reduce((least, point) => (compareAmounts(point.low, least) < 0 ? point.low : least), last.low),
    high: list.reduce((most, point) => (compareAmounts(point.high, most) > 0 ? point.high : most), last.high),
    last: last.close,
  }
}
