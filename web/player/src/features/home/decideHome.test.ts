import { describe, expect, it } from 'vitest'
import type { Price, Product } from '@kit/api/contract'
import { decideBanners, decideGauge, decideGoods, decidePrice, hasIncome, hasLine, saleStateOf } from './decideHome'

const product = { stock: 3, soldOutReason: null } as Product

describe('the front page', () => {
  it('always has the four banners in their order, each with a target inside the app', () => {
    const sent = [
      { id: 'trade', target: '/trade?tab=sell' },
      { id: 'king', target: 'https://elsewhere.test' },
      { id: 'unknown', target: '/x' },
    ]
    expect(decideBanners(sent)).toEqual([
      { id: 'machines', target: '/' },
      { id: 'output', target: '/myMiner' },
      { id: 'king', target: '/chain' },
      { id: 'trade', target: '/trade?tab=sell' },
    ])
  })

  it("fills the gauge by the share of a full day's output", () => {
    expect(decideGauge({ etld: '1.98', power: 11, rate: '0.36', asOf: '' })).toEqual({ share: 0.5, state: 'known' })
    expect(decideGauge({ etld: '0', power: 0, rate: '0.36', asOf: '' })).toEqual({ share: 0, state: 'idle' })
    expect(decideGauge({ etld: '?', power: 1, rate: '0.36', asOf: '' })).toEqual({ share: 0, state: 'unknown' })
    // On the first day of a network nothing is known of an output, and nothing is not zero.
    expect(decideGauge({ etld: '0', power: 1, rate: null, asOf: '' })).toEqual({ share: 0, state: 'unknown' })
  })

  it('has the line of what came in beside the output while a machine runs that was paid for, and no zeros before', () => {
    const today = { etld: '1', power: 1, rate: '0.36', asOf: '', first: null }
    const first = { minerNo: 'm', size: 'small', waits: false, startAt: '', interestAt: '' } as const
    expect([today, { ...today, power: 0 }, { ...today, first }].map(hasLine)).toEqual([true, false, false])
  })

  it('has something to tell once a day brought either currency', () => {
    const none = { usdt: '0', etld: '0.00000000' }
    expect([hasIncome([none, none]), hasIncome([none, { ...none, etld: '0.00000001' }]), hasIncome([{ ...none, usdt: '1' }]), hasIncome([])]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it.each([
    ['a price of the bids', '0.5', 'bids', { kind: 'price', source: 'bids' }],
    ['a price of two kinds of feeds', '3500', 'aggregator_pair', { kind: 'price', source: 'aggregator_pair' }],
    ['a price of a source that this app does not know yet', '3500', 'oracle' as Price['source'], { kind: 'price', source: null }],
    ['a coin that nobody buys', '0', 'bids', { kind: 'no_buyer', source: 'bids' }],
    ['a coin whose feeds have said nothing yet', '0', '', { kind: 'no_price', source: null }],
  ] as const)('tells of %s', (_, price, source, wanted) => {
    expect(decidePrice({ price, source })).toEqual(wanted)
  })

  it('says why a machine cannot be bought', () => {
    expect(saleStateOf(product)).toBe('on_sale')
    expect(saleStateOf({ ...product, stock: 0 })).toBe('sold_out')
    expect(saleStateOf({ ...product, soldOutReason: 'income_pool' })).toBe('paused')
  })

  it('shows four goods at most, and none that is sold out', () => {
    expect(decideGoods([2, 0, 1, 9, 5, 4].map((stock) => ({ stock })))).toEqual([2, 1, 9, 5].map((stock) => ({ stock })))
    expect(decideGoods([{ stock: 0 }])).toEqual([])
  })
})
