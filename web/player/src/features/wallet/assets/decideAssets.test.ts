import { describe, expect, it } from 'vitest'
import type { Balance } from '@kit/api/contract'
import { decideClasses, decideTotal, decideWorth } from './decideAssets'

const at = '2026-11-20T10:00:00Z'

function balance(currency: Balance['currency'], total: string, usdtValue: string | null, priceAt: string | null = at): Balance {
  return { currency, available: total, frozen: '0', locked: '0', escrow: '0', total, delayed: '0', usdtValue, priceAt }
}

describe('decideWorth', () => {
  it.each([
    ['USDT is worth itself', balance('USDT', '5', '5'), { kind: 'itself' }],
    ['a value with the age of its price', balance('ETH', '1', '3510.5'), { kind: 'value', value: '3510.5', at }],
    ['no price at all', balance('ETH', '1', null, null), { kind: 'no_price' }],
    ['an empty value is no price', balance('ETH', '1', ''), { kind: 'no_price' }],
    ['nothing held, nothing said', balance('ETH', '0', '0'), { kind: 'nothing' }],
    ['nothing held and no price', balance('ETH', '0', null, null), { kind: 'nothing' }],
    ['ETLD without a bid', balance('ETLD', '10', null, null), { kind: 'no_buyer' }],
    ['ETLD without a bid, none held', balance('ETLD', '0', null, null), { kind: 'no_buyer' }],
    ['ETLD none held, with a bid', balance('ETLD', '0', '0'), { kind: 'nothing' }],
    ['ETLD so little that it is worth nothing', balance('ETLD', '0.00000001', '0'), { kind: 'value', value: '0', at }],
    ['ETLD with a bid', balance('ETLD', '10', '5'), { kind: 'value', value: '5', at }],
  ])('says: %s', (_, held, worth) => {
    expect(decideWorth(held)).toEqual(worth)
  })
})

describe('decideTotal', () => {
  it('adds exactly and names the oldest price', () => {
    const total = decideTotal([balance('USDT', '0.1', '0.1'), balance('ETH', '1', '0.2', '2026-11-20T09:00:00Z'), balance('ETLD', '3', '0.00000001')])
    expect(total).toEqual({ sum: '0.30000001', missing: [], oldestAt: '2026-11-20T09:00:00Z' })
  })

  it('leaves out what has no price and says so', () => {
    expect(decideTotal([balance('USDT', '7', '7'), balance('ETLD', '3', null, null), balance('ETH', '1', null, null)])).toEqual({
      sum: '7',
      missing: ['ETLD', 'ETH'],
      oldestAt: null,
    })
  })

  it('does not miss a price for what is not there', () => {
    expect(decideTotal([balance('ETLD', '0', null, null)])).toEqual({ sum: '0', missing: [], oldestAt: null })
  })
})

describe('decideClasses', () => {
  it('gives each class its share', () => {
    const held = { ...balance('USDT', '1000', '4000'), frozen: '500', locked: '2500', total: '4000' }
    expect(decideClasses(held).map(({ name, share }) => [name, share])).toEqual([
      ['available', 0.25],
      ['frozen', 0.125],
      ['locked', 0.625],
      ['escrow', 0],
    ])
  })

  it('has no shares of nothing', () => {
    expect(decideClasses(balance('ETH', '0', null)).every(({ share }) => share === 0)).toBe(true)
  })
})
