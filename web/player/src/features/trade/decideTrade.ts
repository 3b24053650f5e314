import { compareAmounts, shareOf, sumOf } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import type { Sending } from '@core/command/pending'
import type { History, Market, SaleQuote } from './contract'

/** What stands between the person and the sale, and so what the button says. */
export type Step =
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
export function decideStep({ market, quantity, quote, isRefused, sending }: StepInput): Step {
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

/** The minutes a zone such as `UTC+8` is ahead of UTC. */
export function offsetOf(zone: string): number {
  const match = /^UTC([+-])(\d{1,2})(?::(\d{2}))?$/.exec(zone)
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  return match[1] === '-' ? -minutes : minutes
}

/** One point of a chart, in seconds; for drawing only. */
export interface ChartPoint {
  time: number
  value: number
}

/** A history as points on the platform's clock. The library prints UTC, so the zone is added. */
export function chartPoints(list: History['list'], offsetMinutes: number): ChartPoint[] {
  return list.map((point) => ({ time: Math.floor(Date.parse(point.at) / 1000) + offsetMinutes * 60, value: Number(point.close) }))
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
