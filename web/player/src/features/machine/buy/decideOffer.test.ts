import { describe, expect, it } from 'vitest'
import { availabilityOf, changedSum, decideBid } from './decideOffer'

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
    expect(availabilityOf(offer)).toEqual(sale)
  })
})

describe('the sum of a refused purchase', () => {
  const sum = { payAmount: '101', serviceFee: '1' }
  it.each([
    ['is the one that holds now', { code: 1504, data: sum }, sum],
    ['is none where the terms are others', { code: 1504, data: {} }, null],
    ['is none where nothing is said', { code: 1504, data: null }, null],
    ['is none in another refusal', { code: 1501, data: sum }, null],
  ])('%s', (_, refusal, changed) => {
    expect(changedSum(refusal)).toEqual(changed)
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
