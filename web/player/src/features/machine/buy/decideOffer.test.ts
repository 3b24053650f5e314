import { describe, expect, it } from 'vitest'
import { changedQuote, decideBid, decideSale } from './decideOffer'

const quote = (quantity: number) => ({
  quantity,
  price: `${quantity}00`,
  newPart: `${quantity}00`,
  repurchasePart: '0',
  serviceFee: `${quantity * 5}`,
  payAmount: `${quantity * 105}`,
})

describe('whether a machine is on sale', () => {
  const onSale = { stock: 3, soldOutReason: null, quotes: [quote(1)] }
  it.each([
    ['on sale', onSale, { state: 'on_sale' }],
    ['no stock', { ...onSale, stock: 0, soldOutReason: 'stock' as const, quotes: [] }, { state: 'closed', reason: 'stock' }],
    ['the pool is too small', { ...onSale, soldOutReason: 'income_pool' as const }, { state: 'closed', reason: 'pool' }],
    ['the user has as many as allowed', { ...onSale, quotes: [] }, { state: 'closed', reason: 'limit' }],
  ])('%s', (_, offer, sale) => {
    expect(decideSale(offer)).toEqual(sale)
  })
})

describe('the quote at the press', () => {
  const order = { quote: { ...quote(1), serviceFee: '1', payAmount: '101' }, termsVersion: 'v1' }
  it.each([
    ['as it was shown', { termsVersion: 'v1', quotes: [order.quote, quote(2)] }, null],
    ['more: the credit went elsewhere', { termsVersion: 'v1', quotes: [quote(1), quote(2)] }, quote(1)],
    ['less: there is more credit', { termsVersion: 'v1', quotes: [{ ...quote(1), payAmount: '100.5' }] }, { ...quote(1), payAmount: '100.5' }],
    ['under other terms, which the server refuses', { termsVersion: 'v2', quotes: [quote(1)] }, null],
    ['gone, which the server refuses', { termsVersion: 'v1', quotes: [] }, null],
  ])('%s', (_, offer, changed) => {
    expect(changedQuote(order, offer)).toEqual(changed)
  })
})

describe('the bid against break-even', () => {
  it.each([
    ['0', '0.0988', 'none'],
    [null, '0.0988', 'none'],
    ['0.0987', '0.0988', 'below'],
    ['0.0988', '0.0988', 'above'],
    ['0.5', null, 'unknown'],
  ] as const)('%s to %s is %s', (bid, breakEven, standing) => {
    expect(decideBid(bid, breakEven)).toBe(standing)
  })
})
