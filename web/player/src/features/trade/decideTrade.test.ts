import { describe, expect, it } from 'vitest'
import type { Market, SaleQuote } from './contract'
import { chartPoints, decideDepth, decideStep, isPartial, isQuotable, offsetOf, rangeOf, type Step } from './decideTrade'

const market: Market = {
  bids: [
    { price: '0.5', rest: '1000' },
    { price: '0.495', rest: '2000' },
  ],
  depth: '3000',
  price: '0.5',
  source: 'bids',
  at: '2026-01-01T00:00:00Z',
  lastSales: [],
  feeRate: '0.005',
  tolerance: '0.01',
  quantityMin: '1',
  quantityMax: '1000000',
  available: '4000',
  maximum: '3000',
  stopped: false,
  reason: '',
  serverTime: '2026-01-01T00:00:00Z',
}
const quote: SaleQuote = {
  quoteId: 'q',
  quantity: '2500',
  filled: '2500',
  unfilled: '0',
  average: '0.497',
  worst: '0.495',
  gross: '1242.5',
  fee: '6.2125',
  net: '1236.2875',
  minReceive: '1223.924625',
  expireAt: '2026-01-01T00:00:15Z',
  serverTime: '2026-01-01T00:00:00Z',
}

describe('the depth', () => {
  it('is what each bid and the better ones take of all', () => {
    expect(decideDepth(market.bids, market.depth).map(({ share }) => share)).toEqual([0.333, 1])
    expect(decideDepth([], '0')).toEqual([])
  })
})

describe('the step', () => {
  const cases: [string, Partial<Parameters<typeof decideStep>[0]>, Step][] = [
    ['nothing typed', { quantity: null }, 'no_quantity'],
    ['more than there is', { quantity: '4000.00000001' }, 'insufficient'],
    ['more than the bids take', { quantity: '3500' }, 'quoting'],
    ['below the least', { quantity: '0.5' }, 'too_little'],
    ['above the most', { quantity: '2500', market: { ...market, quantityMax: '2499' } }, 'too_much'],
    ['a quote for it', { quote }, 'ready'],
    ['a quote for another quantity', { quote, quantity: '2500.1' }, 'quoting'],
    ['a refused quote', { quote, isRefused: true }, 'refused'],
    ['no bid', { market: { ...market, bids: [] }, quantity: null }, 'no_buyer'],
    ['sales stopped', { market: { ...market, stopped: true }, quote }, 'stopped'],
    ['on its way', { quote, sending: 'sending' }, 'selling'],
    ['no answer', { quote, sending: 'unanswered' }, 'unanswered'],
  ]
  it.each(cases)('with %s', (_, given, wanted) => {
    expect(decideStep({ market, quantity: '2500', quote: null, isRefused: false, sending: 'idle', ...given })).toBe(wanted)
  })

  it('asks no quote that would be refused', () => {
    expect([isQuotable(market, '2500'), isQuotable(market, null), isQuotable(market, '4001')]).toEqual([true, false, false])
  })
})

describe('a preview', () => {
  it('says what stays with the seller', () => {
    expect([isPartial(quote), isPartial({ ...quote, unfilled: '0.00000001' })]).toEqual([false, true])
  })
})

describe('the chart', () => {
  const list = [
    { at: '2026-01-01T00:00:00Z', open: '0.5', high: '0.52', low: '0.49', close: '0.51' },
    { at: '2026-01-01T00:05:00Z', open: '0.51', high: '0.515', low: '0.48', close: '0.5' },
  ]

  it('stands on the platform clock', () => {
    expect(chartPoints(list, 480)).toEqual([
      { time: 1767254400, value: 0.51 },
      { time: 1767254700, value: 0.5 },
    ])
  })

  it('reads the zone by its name', () => {
    expect([offsetOf('UTC+8'), offsetOf('UTC-03:30'), offsetOf('UTC')]).toEqual([480, -210, 0])
  })

  it('says lowest, highest and last', () => {
    expect(rangeOf(list)).toEqual({ low: '0.48', high: '0.52', last: '0.5' })
    expect(rangeOf([])).toBeNull()
  })
})
