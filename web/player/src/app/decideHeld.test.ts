import { describe, expect, it } from 'vitest'
import { amountsOf, otherOf, placesOf } from './decideHeld'
import { tabPaths } from './paths'

const at = '2026-11-22T04:00:00Z'
const prices = [
  { currency: 'ETLD', price: '0.4975', stale: false, source: 'bids' as const, at },
  { currency: 'ETH', price: '3000', stale: true, source: 'pair' as const, at },
]

describe('amountsOf', () => {
  it('names each amount once, and only money that has a price', () => {
    expect(amountsOf(['1.5 ETLD', '1.5 ETLD', '20 USDT', '7 GP', 'null ETLD', undefined])).toEqual([
      { value: '1.5', currency: 'ETLD' },
      { value: '20', currency: 'USDT' },
    ])
  })
})

describe('otherOf', () => {
  it('multiplies a coin by its price, and divides USDT by it, cut and not rounded', () => {
    expect(otherOf({ value: '3', currency: 'ETLD' }, prices)).toMatchObject({ value: '1.4925', currency: 'USDT', how: 'times', source: 'bids' })
    expect(otherOf({ value: '1', currency: 'USDT' }, prices)).toMatchObject({ value: '2.01005025', currency: 'ETLD', how: 'over', coin: 'ETLD' })
    expect(otherOf({ value: '-3', currency: 'ETLD' }, prices)).toMatchObject({ value: '-1.4925' })
  })
  it('says nothing by an old price, without a buyer, or without any', () => {
    expect(otherOf({ value: '1', currency: 'ETH' }, prices)).toBeNull()
    expect(otherOf({ value: '1', currency: 'ETLD' }, [{ ...prices[0]!, price: '0' }])).toBeNull()
    expect(otherOf({ value: '1', currency: 'ETLD' }, [])).toBeNull()
  })
})

describe('placesOf', () => {
  it('has ways on for every tab', () => {
    for (const tab of tabPaths) expect(placesOf(tab).length, tab).toBeGreaterThanOrEqual(2)
  })
})
