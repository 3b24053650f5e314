import { describe, expect, it } from 'vitest'
import { decideMethod, decideNext, quantityMax, quoteFor, readQuantity, type OrderFacts } from './decideOrder'

const quote = (quantity: number) => ({ quantity, payAmount: `${quantity * 105}` })

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
    expect(quantityMax([quote(1), quote(2), quote(3)])).toBe(3)
    expect(quantityMax([])).toBe(1)
  })

  it('finds the quote of its own and no other', () => {
    const quotes = [quote(1), quote(2)]
    expect(quoteFor(quotes, { ok: true, value: 2 })?.payAmount).toBe('210')
    expect(quoteFor(quotes, { ok: true, value: 3 })).toBeNull()
    expect(quoteFor(quotes, { ok: false, problem: 'missing' })).toBeNull()
  })
})

describe('the next step', () => {
  const facts: OrderFacts = {
    isOnSale: true,
    quantity: { ok: true, value: 1 },
    payAmount: '105',
    payType: 'balance',
    available: '105',
    onChain: true,
    openPayment: 'none',
    isAwaited: false,
    lacksAddress: false,
  }
  it.each<[string, Partial<OrderFacts>, string]>([
    ['the balance is just enough', {}, 'review'],
    ['the balance lacks an atom', { available: '104.99999999' }, 'top_up'],
    ['the balance lacks something, the wallet is elsewhere', { available: '0', onChain: false }, 'switch_network'],
    ['the balance lacks something, and a transfer would pay for this order', { available: '0', openPayment: 'this' }, 'continue_payment'],
    ['the balance lacks something, and a transfer would pay for another order', { available: '0', openPayment: 'other' }, 'finish_other'],
    ['an earlier order has no answer yet', { isAwaited: true, isOnSale: false }, 'awaiting'],
    ['sold out comes before everything else', { isOnSale: false, quantity: { ok: false, problem: 'missing' } }, 'sold_out'],
    ['no quantity', { quantity: { ok: false, problem: 'missing' }, payAmount: null }, 'enter_quantity'],
    ['too many', { quantity: { ok: false, problem: 'range' }, payAmount: null }, 'lower_quantity'],
    ['no quote yet', { payAmount: null }, 'wait'],
    ['nobody said where to, and the balance lacks something', { lacksAddress: true, available: '0' }, 'choose_address'],
    ['nobody said where to, and the quantity is missing', { lacksAddress: true, quantity: { ok: false, problem: 'missing' } }, 'enter_quantity'],
    ['nobody said where to, and a payment waits', { lacksAddress: true, payType: 'chain', openPayment: 'this' }, 'continue_payment'],
    ['the wallet needs no balance', { payType: 'chain', available: '0' }, 'review'],
    ['the wallet is on another chain', { payType: 'chain', onChain: false }, 'switch_network'],
    ['the chain is not known yet', { payType: 'chain', onChain: null }, 'review'],
    ['a payment for this machine is open, even when it sold out', { payType: 'chain', openPayment: 'this', isOnSale: false }, 'continue_payment'],
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

it('tops the balance up where nothing can be reserved, unless somebody chose otherwise', () => {
  expect(decideMethod(null, '0', '105', false)).toBe('balance')
  expect(decideMethod('chain', '0', '105', false)).toBe('chain')
})
