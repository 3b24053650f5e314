import { describe, expect, it } from 'vitest'
import { closingOf, isDelivered, stockOf } from './decideGoods'

it.each([
  [-1, 'sold_out'],
  [0, 'sold_out'],
  [1, 'few'],
  [5, 'few'],
  [6, 'enough'],
])('a stock of %d is %s', (stock, wanted) => {
  expect(stockOf({ stock })).toBe(wanted)
})

it('says why nothing can be bought', () => {
  expect(closingOf({ quotes: [1], stock: 1 })).toBeNull()
  expect(closingOf({ quotes: [], stock: 0 })).toBe('sold_out')
  expect(closingOf({ quotes: [], stock: 7 })).toBe('limit')
})

describe('delivery', () => {
  it('goes everywhere where no region is named', () => {
    expect(isDelivered({ regions: [] }, '')).toBe(true)
    expect(isDelivered({ regions: [] }, 'TW')).toBe(true)
  })
  it('goes to the named regions only, and not to nowhere', () => {
    expect(isDelivered({ regions: ['TW', 'HK'] }, 'HK')).toBe(true)
    expect(isDelivered({ regions: ['TW', 'HK'] }, 'DE')).toBe(false)
    expect(isDelivered({ regions: ['TW', 'HK'] }, '')).toBe(false)
  })
})
