import { describe, expect, it } from 'vitest'
import type { Price } from '@kit/api/contract'
import { currentPrice, dayChangeOf, hasPrice, worthOf } from './decidePrice'

const price = (currency: Price['currency'], value: string, stale = false): Price => ({
  currency,
  pair: `${currency}/USDT`,
  price: value,
  stale,
  source: 'bids',
  at: '',
  bid: null,
  ask: null,
  reason: '',
})

describe('what an amount is worth', () => {
  const prices = [price('ETLD', '0.497'), price('ETH', '3500', true)]
  it('is asked for coins alone', () => {
    expect(['USDT', 'GP', 'ETLD', 'ETH'].map(hasPrice)).toEqual([false, false, true, true])
  })
  it('is its product with the price', () => {
    expect(worthOf('2.5', 'ETLD', prices)).toBe('1.2425')
  })
  it.each(['ETH', 'BTC', 'USDT'])('is not said of %s without a fresh price', (currency) => {
    expect(worthOf('1', currency, prices)).toBeNull()
  })
  it('is not said where nobody buys', () => {
    expect(worthOf('1', 'ETLD', [price('ETLD', '0')])).toBeNull()
  })
})

describe('the price of a coin', () => {
  const listed = { price: '0.5', stale: false }
  it.each([
    [3510.5, '3510.5'],
    [100, '100'],
    [0.00000012, '0.00000012'],
    [0, '0'],
    [undefined, '0.5'],
    [Number.NaN, '0.5'],
    [1e21, '0.5'],
  ])('is the number %s of its own call as %s', (stated, shown) => {
    expect(currentPrice(listed, stated)).toBe(shown)
  })
  it('is the last one of the list while it stands still', () => {
    expect(currentPrice({ ...listed, stale: true }, 0.6)).toBe('0.5')
  })
})

describe('the change of a day', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  const point = (at: string, open: string, close: string) => ({ at, open, close, high: open, low: close })
  it('is that of the last price beside the first', () => {
    expect(dayChangeOf([point('2026-11-22T12:30:00Z', '0.5', '0.5'), point('2026-11-23T11:00:00Z', '0.6', '0.4975')], now)).toBe('-0.005')
  })
  it('is not said before a day is known', () => {
    expect(dayChangeOf([point('2026-11-22T13:30:00Z', '0.5', '0.6')], now)).toBeNull()
    expect(dayChangeOf([], now)).toBeNull()
  })
  it('is not said beside a day that began without a buyer', () => {
    expect(dayChangeOf([point('2026-11-22T12:00:00Z', '0', '0.5')], now)).toBeNull()
  })
})
