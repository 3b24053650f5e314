import { expect, it } from 'vitest'
import { categoryIn, stockOf } from './decideGoods'

it('reads a category from the address', () => {
  expect([categoryIn('apparel'), categoryIn('machines'), categoryIn(null)]).toEqual(['apparel', null, null])
})

it.each([
  [-1, 'sold_out'],
  [0, 'sold_out'],
  [1, 'few'],
  [5, 'few'],
  [6, 'enough'],
])('a stock of %d is %s', (stock, wanted) => {
  expect(stockOf({ stock })).toBe(wanted)
})
