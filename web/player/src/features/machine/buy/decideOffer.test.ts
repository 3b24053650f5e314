import { describe, expect, it } from 'vitest'
import { changedQuote, decideBid, decideMethod, decideNext, decideSale, quantityMax, quoteFor, readQuantity, type BuyFacts } from './decideOffer'

const quote = (quantity: number) => ({ quantity, price: `${quantity}00`, newPart: `${quantity}00`, repurchasePart: '0', serviceFee: `${quantity * 5}`, payAmount: `${quantity * 105}` })

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

describe('the quantity', () => {
  it.each([
    ['', 10, { ok: false, problem: 'missing' }],
    ['  ', 10, { ok: false, problem: 'missing' }],
    ['0', 10, { ok: false, problem: 'missing' }],
    ['1', 10, { ok: true, value: 1 }],
    ['010', 10, { ok: true, value: 10 }],
    ['11', 10, { ok: false, problem: 'range' }],
    ['4', 3, { ok: false, problem: 'range' }],
    ['1e1', 10, { ok: false, problem: 'range' }],
    ['-1', 10, { ok: false, problem: 'range' }],
    ['1.5', 10, { ok: false, problem: 'range' }],
    ['9999', 10, { ok: false, problem: 'range' }],
  ])('reads %j with at most %d', (typed, max, read) => {
    expect(readQuantity(typed, max)).toEqual(read)
  })

  it('is bounded by the quotes there are, and never below 1', () => {
    expect(quantityMax({ quotes: [quote(1), quote(2), quote(3)] })).toBe(3)
    expect(quantityMax({ quotes: [] })).toBe(1)
  })

  it('finds the quote of its own and no other', () => {
    const offer = { quotes: [quote(1), quote(2)] }
    expect(quoteFor(offer, { ok: true, value: 2 })?.payAmount).toBe('210')
    expect(quoteFor(offer, { ok: true, value: 3 })).toBeNull()
    expect(quoteFor(offer, { ok: false, problem: 'missing' })).toBeNull()
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

describe('the next step', () => {
  const facts: BuyFacts = { sale: { state: 'on_sale' }, quantity: { ok: true, value: 1 }, payAmount: '105', payType: 'balance', available: '105', onChain: true, openPayment: 'none', isAwaited: false }
  it.each<[string, Partial<BuyFacts>, string]>([
    ['the balance is just enough', {}, 'review'],
    ['the balance lacks an atom', { available: '104.99999999' }, 'insufficient'],
    ['an earlier order has no answer yet', { isAwaited: true, sale: { state: 'closed', reason: 'stock' } }, 'awaiting'],
    ['sold out comes before everything else', { sale: { state: 'closed', reason: 'stock' }, quantity: { ok: false, problem: 'missing' } }, 'sold_out'],
    ['no quantity', { quantity: { ok: false, problem: 'missing' }, payAmount: null }, 'enter_quantity'],
    ['too many', { quantity: { ok: false, problem: 'range' }, payAmount: null }, 'lower_quantity'],
    ['no quote yet', { payAmount: null }, 'wait'],
    ['the wallet needs no balance', { payType: 'chain', available: '0' }, 'review'],
    ['the wallet is on another chain', { payType: 'chain', onChain: false }, 'switch_network'],
    ['the chain is not known yet', { payType: 'chain', onChain: null }, 'review'],
    ['a payment for this machine is open, even when it sold out', { payType: 'chain', openPayment: 'this', sale: { state: 'closed', reason: 'stock' } }, 'continue_payment'],
    ['a payment for another machine is open', { payType: 'chain', openPayment: 'other' }, 'finish_other'],
    ['an open payment does not stand in the way of the balance', { openPayment: 'other' }, 'review'],
  ])('%s', (_, change, next) => {
    expect(decideNext({ ...facts, ...change })).toBe(next)
  })
})

it.each([
  [null, '105', '105', 'balance'],
  [null, '104.99999999', '105', 'chain'],
  [null, '0', null, 'balance'],
  ['balance', '0', '105', 'balance'],
  ['chain', '500', '105', 'chain'],
] as const)('pays by %s with %s for %s by %s', (chosen, available, payAmount, expected) => {
  expect(decideMethod(chosen, available, payAmount)).toBe(expected)
})
