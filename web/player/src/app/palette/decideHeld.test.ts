import { describe, expect, it } from 'vitest'
import { amountsOf, otherOf, placesOf } from './decideHeld'
import { tabPaths } from '@core/frame/places'

const at = '2026-11-22T04:00:00Z'
const prices = [
  { currency: 'ETLD', price: '0.4975', stale: false, source: 'bids', at },
  { currency: 'ETH', price: '3000', stale: true, source: 'pair', at },
] as const

describe('amountsOf', () => {
  it('cuts a worth, which is a product, where amounts end', () => {
    const [worth] = amountsOf(['0.6996666612345 USDT'])
    expect(worth).toEqual({ value: '0.69966666', currency: 'USDT' })
    expect(otherOf(worth!, prices, null)).not.toBeNull()
  })

  it('names each amount once, and only money that has a price', () => {
    expect(amountsOf(['1.5 ETLD', '1.5 ETLD', '20 USDT', '3 T', '7 GP', 'null ETLD', undefined])).toEqual([
      { value: '1.5', currency: 'ETLD' },
      { value: '20', currency: 'USDT' },
      { value: '3', currency: 'T' },
    ])
  })
})

describe('otherOf', () => {
  it('multiplies a coin by its price, and divides USDT by it, cut and not rounded', () => {
    expect(otherOf({ value: '3', currency: 'ETLD' }, prices, null)).toMatchObject({ value: '1.4925', currency: 'USDT', how: 'times', source: 'bids' })
    expect(otherOf({ value: '1', currency: 'USDT' }, prices, null)).toMatchObject({ value: '2.01005025', currency: 'ETLD', how: 'over', coin: 'ETLD' })
    expect(otherOf({ value: '-3', currency: 'ETLD' }, prices, null)).toMatchObject({ value: '-1.4925' })
  })
  it('says nothing by an old price, without a buyer, or without any', () => {
    expect(otherOf({ value: '1', currency: 'ETH' }, prices, null)).toBeNull()
    expect(otherOf({ value: '1', currency: 'ETLD' }, [{ ...prices[0]!, price: '0' }], null)).toBeNull()
    expect(otherOf({ value: '1', currency: 'ETLD' }, [], null)).toBeNull()
  })
})

describe('power', () => {
  it('is what it brought on the newest closed day, and nothing before the first', () => {
    expect(otherOf({ value: '3', currency: 'T' }, prices, '0.36')).toMatchObject({ value: '1.08', currency: 'ETLD', price: '0.36', priceIn: 'ETLD', at: null })
    expect(otherOf({ value: '3', currency: 'T' }, prices, null)).toBeNull()
  })
})

describe('placesOf', () => {
  it('has ways on for every tab', () => {
    for (const tab of tabPaths) expect(placesOf(tab).length, tab).toBeGreaterThanOrEqual(2)
  })
})
