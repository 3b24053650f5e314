import { describe, expect, it } from 'vitest'
import type { Market, SaleQuote } from './contract'
import { decideDepth, decideStep, drawHistory, endStyleOf, isPartial, isQuotable, nearestTo, rangeOf, type SellStep } from './decideTrade'

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
  const cases: [string, Partial<Parameters<typeof decideStep>[0]>, SellStep][] = [
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

  it('puts each point at its time and price, with room above and below', () => {
    const { places } = drawHistory([...list, { at: '2026-01-01T00:20:00Z', open: '0.5', high: '0.5', low: '0.5', close: '0.505' }])
    expect(places.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
      [0, 9],
      [25, 91],
      [100, 50],
    ])
  })

  it.each([
    [
      ['0.5', '0.51'],
      [0.5, 0.505, 0.51],
    ],
    [
      ['0.51', '0.48'],
      [0.48, 0.49, 0.5, 0.51],
    ],
    [
      ['0.5', '0.5'],
      [0.495, 0.5, 0.505],
    ],
    [
      ['1200', '900'],
      [900, 1000, 1100, 1200],
    ],
    [['0', '0'], [0]],
  ])('draws a few lines at round prices: %j', (closes, levels) => {
    const drawn = drawHistory(closes.map((close, index) => ({ at: `2026-01-01T0${index}:00:00Z`, open: close, high: close, low: close, close })))
    expect(drawn.levels.map(({ price }) => Number(price.toFixed(6)))).toEqual(levels)
    for (const { y } of drawn.levels) expect(y).toSatisfy((at: number) => at >= 0 && at <= 100)
  })

  it('tells its ends apart by day or clock, and by both where a day lies between them', () => {
    const from = '2026-11-26T06:00:00Z'
    expect(['2026-11-26T09:00:00Z', '2026-11-27T06:00:00Z', '2026-12-03T06:00:00Z'].map((to) => endStyleOf(from, to))).toEqual(['clock', 'minute', 'day'])
  })

  it('draws a price that hardly moved as one that hardly moved', () => {
    const { places } = drawHistory([
      { ...list[0]!, close: '0.5' },
      { ...list[1]!, close: '0.501' },
    ])
    expect(places.map(({ y }) => Math.round(y))).toEqual([54, 46])
  })

  it('shows a single price in the middle', () => {
    expect(drawHistory(list.slice(0, 1)).places).toEqual([{ x: 50, y: 50 }])
    expect(drawHistory([])).toMatchObject({ places: [] })
  })

  it('finds the point under a finger', () => {
    const places = [0, 25, 100].map((x) => ({ x, y: 0 }))
    expect([0, 12, 13, 62, 63, 100].map((x) => nearestTo(places, x))).toEqual([0, 0, 1, 1, 2, 2])
  })

  it('says lowest, highest and last', () => {
    expect(rangeOf(list)).toEqual({ low: '0.48', high: '0.52', last: '0.5' })
    expect(rangeOf([])).toBeNull()
  })
})
