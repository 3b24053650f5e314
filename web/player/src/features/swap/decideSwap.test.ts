import { describe, expect, it } from 'vitest'
import type { Pair, SwapQuote } from './contract'
import { ceilingOf, choicesOf, choosePair, currencyOf, decideStep, isQuotable, rateDecimals, reverseOf, type SwapStep } from './decideSwap'

const usdtEth: Pair = {
  pay: 'USDT',
  receive: 'ETH',
  enabled: true,
  reason: '',
  resumesAt: null,
  engine: 'inventory',
  rate: '3510.5',
  rateBase: 'ETH',
  rateQuote: 'USDT',
  feeRate: '0.002',
  feeCurrency: 'USDT',
  spread: '0.003',
  min: '1',
  max: '5000',
  dayRest: '20000',
  inventory: '800',
  available: '2480.5',
  maximum: '800',
  source: 'bids',
  at: null,
  ageSeconds: 0,
}
const pairs: Pair[] = [
  usdtEth,
  { ...usdtEth, pay: 'ETH', receive: 'USDT' },
  { ...usdtEth, receive: 'ETLD' },
  { ...usdtEth, pay: 'ETH', receive: 'ETLD' },
  { ...usdtEth, pay: 'ETLD', receive: 'USDT' },
]
const quote: SwapQuote = {
  quoteId: 'q',
  pay: 'USDT',
  receive: 'ETH',
  payAmount: '100',
  fee: '0.2',
  feeCurrency: 'USDT',
  rate: '3510.5',
  rateBase: 'ETH',
  rateQuote: 'USDT',
  receiveAmount: '0.02842899',
  priceImpact: '0',
  maximum: '800',
  source: 'aggregator_pair',
  priceAt: '2026-01-01T00:00:00Z',
  expireAt: '2026-01-01T00:00:15Z',
  serverTime: '2026-01-01T00:00:00Z',
}

describe('the pair', () => {
  const cases = [
    ['ETH', 'ETLD', 'ETH>ETLD'],
    ['ETLD', 'ETH', 'ETLD>USDT'],
    [null, 'ETLD', 'USDT>ETLD'],
    [null, null, 'USDT>ETH'],
  ] as const
  it.each(cases)('for %s and %s is %s', (pay, receive, wanted) => {
    const pair = choosePair(pairs, pay, receive)
    expect(`${pair?.pay}>${pair?.receive}`).toBe(wanted)
  })

  it('has a reverse only where one is offered', () => {
    expect(reverseOf(pairs, usdtEth)).toBe(pairs[1])
    expect(reverseOf(pairs, pairs[3]!)).toBeNull()
  })

  it('offers what the payment can bring', () => {
    expect(choicesOf(pairs, 'ETLD')).toEqual({ pay: ['USDT', 'ETH', 'ETLD'], receive: ['USDT'] })
  })

  it('knows no other currency', () => {
    expect([currencyOf('ETH'), currencyOf('eth'), currencyOf('BTC'), currencyOf(null)]).toEqual(['ETH', null, null, null])
  })
})

describe('the step', () => {
  const cases: [string, Partial<Parameters<typeof decideStep>[0]>, SwapStep][] = [
    ['nothing typed', { amount: null }, 'no_amount'],
    ['more than there is', { amount: '2480.50000001' }, 'insufficient'],
    ['below the least', { amount: '0.99999999' }, 'too_little'],
    ['above the stock', { amount: '800.00000001' }, 'too_much'],
    ['less than the least left of the day', { pair: { ...usdtEth, dayRest: '0.4' }, amount: '0.5' }, 'day_over'],
    ['as much as the least left of the day', { pair: { ...usdtEth, dayRest: '1' }, amount: '1' }, 'quoting'],
    ['the stock exactly', { amount: '800' }, 'quoting'],
    ['a quote for it', { quote }, 'ready'],
    ['a quote for another amount', { quote, amount: '100.00000001' }, 'quoting'],
    ['a quote for another pair', { quote, pair: pairs[2]! }, 'quoting'],
    ['a refused quote', { isRefused: true, quote }, 'refused'],
    ['more to receive than the limits know of', { side: 'receive', amount: '9999999' }, 'quoting'],
    ['a quote that brings what was asked for', { side: 'receive', amount: '0.02842898', quote }, 'ready'],
    ['a quote that brings less', { side: 'receive', amount: '0.028429', quote }, 'quoting'],
    ['a halted pair', { pair: { ...usdtEth, enabled: false }, amount: null }, 'halted'],
    ['nobody to sell to', { pair: { ...usdtEth, enabled: false, reason: 'no_buyer' } }, 'no_buyer'],
    ['on its way', { sending: 'sending', quote }, 'exchanging'],
    ['no answer', { sending: 'unanswered', quote }, 'unanswered'],
    ['an earlier one without an answer', { sending: 'awaited', amount: null }, 'awaited'],
  ]
  it.each(cases)('with %s', (_, given, wanted) => {
    expect(decideStep({ pair: usdtEth, side: 'pay', amount: '100', quote: null, isRefused: false, sending: 'idle', ...given })).toBe(wanted)
  })

  it('takes the least of the limits', () => {
    expect(ceilingOf({ ...usdtEth, dayRest: '12.5' })).toBe('12.5')
    expect(isQuotable({ ...usdtEth, dayRest: '12.5' }, 'pay', '12.6')).toBe(false)
  })
})

it('a rate is read with six figures, a small one with all it has', () => {
  expect(['6842.15686274', '3510.5', '0.51', '0.00014615', '140701.4028', '12.3456789'].map(rateDecimals)).toEqual([2, 2, 8, 8, 2, 4])
})
