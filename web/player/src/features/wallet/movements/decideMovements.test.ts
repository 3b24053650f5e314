import { describe, expect, it } from 'vitest'
import { decideMeaning, decideDirection, decideName, decidePosting, decideReference, movementTypeOf, movementTypes, sumsOn } from './decideMovements'
import type { Movement } from '@kit/api/contract'

describe('movement types', () => {
  it('are the fifteen of the product, each once', () => {
    expect(new Set(movementTypes).size).toBe(15)
  })
  it('are read from an address, unknown ones as none', () => {
    expect([movementTypeOf('top_up'), movementTypeOf('TOP_UP'), movementTypeOf(null)]).toEqual(['top_up', null, null])
  })
})

describe('sumsOn', () => {
  const day = '2026-12-01'
  const usdt = { day, currency: 'USDT', count: 1, sum: '3.52' }
  const etld = { day, currency: 'ETLD', count: 1, sum: '0.67' }
  const other = { day: '2026-11-30', currency: 'USDT', count: 9, sum: '1' }

  it('are those of the day, and none of a single movement', () => {
    expect(sumsOn(day, [usdt, etld, other])).toEqual([usdt, etld])
    expect(sumsOn(day, [usdt, other])).toEqual([])
  })

  it('are said once where two pages have the day, as the later one says', () => {
    const later = { ...usdt, count: 2, sum: '4.52' }
    expect(sumsOn(day, [usdt, later])).toEqual([later])
  })
})

describe('decideName', () => {
  it.each([
    ['a sub-type with words', { type: 'internal_transfer', subType: 'principal_returned' }, { type: 'internal_transfer', sub: 'principal_returned' }],
    ['a type alone', { type: 'mining_income', subType: '' }, { type: 'mining_income', sub: null }],
    ['a sub-type without words', { type: 'internal_transfer', subType: 'capital_in' }, { type: 'internal_transfer', sub: null }],
    ['what a newer server names', { type: 'brand_new', subType: 'brand_new' }, { type: null, sub: null }],
  ])('names %s', (_, movement, name) => {
    expect(decideName(movement as Movement)).toEqual(name)
  })
})

describe('decideMeaning', () => {
  it.each([
    ['a deposit is what its type says', { type: 'top_up', sub: 'deposit' }, 'top_up'],
    ['an internal transfer is what its own name says', { type: 'internal_transfer', sub: 'sell_in' }, null],
    ['one without a name of its own is what its type says', { type: 'internal_transfer', sub: null }, 'internal_transfer'],
  ] as const)('%s', (_, name, about) => {
    expect(decideMeaning(name)).toBe(about)
  })
})

describe('decidePosting', () => {
  const posted = (createdAt: string, postedAt: string) => decidePosting({ createdAt, postedAt })

  it('says nothing of what was posted in the minute in which it took effect', () => {
    expect(posted('2026-03-02T05:00:00Z', '2026-03-02T05:00:59.9Z')).toBeNull()
  })
  it('says from when the balance is of what was posted later, with its day where that is another one', () => {
    expect(posted('2026-03-02T05:00:00Z', '2026-03-02T05:01:00Z')).toEqual({ at: '2026-03-02T05:01:00Z', as: 'clock' })
    // 15:59 and 16:03 of UTC are two days of the platform.
    expect(posted('2026-03-02T15:59:59Z', '2026-03-02T16:03:00Z')).toEqual({ at: '2026-03-02T16:03:00Z', as: 'minute' })
  })
})

describe('decideDirection', () => {
  it('reads the sign from the digits', () => {
    expect([decideDirection('0.00000001'), decideDirection('-3'), decideDirection('0.00'), decideDirection('-0')]).toEqual(['in', 'out', 'fee', 'fee'])
  })
})

describe('decideReference', () => {
  const of = (refType: Movement['refType'], refId: string, explorer = '') => decideReference({ refType, refId }, explorer)
  it('opens a machine', () => {
    expect(of('machine', 'M1')).toEqual({ kind: 'machine', id: 'M1', link: '/myMiner?id=M1' })
  })
  it('opens a withdrawal', () => {
    expect(of('withdrawal', 'W1')).toEqual({ kind: 'withdrawal', id: 'W1', link: '/withdrawRecord?id=W1' })
  })
  it('opens a node, and the statement that explains a dividend', () => {
    expect(of('node', 'N1')).toEqual({ kind: 'node', id: 'N1', link: '/chain?id=N1' })
    expect(of('node_order', 'O1')).toEqual({ kind: 'order', id: 'O1', link: null })
    expect(of('node_dividend', '2026-06-king')).toEqual({ kind: 'dividend', id: '2026-06-king', link: '/dividendPool?month=2026-06&level=king' })
    expect(of('node_dividend', 'another form')?.kind).toBe('other')
  })
  it('opens an order of goods', () => {
    expect(of('goods_order', 'O1')).toEqual({ kind: 'order', id: 'O1', link: '/order?id=O1' })
    expect(of('order', 'O1')).toEqual(of('goods_order', 'O1'))
  })
  it('links a transaction only where there is an explorer on the web', () => {
    expect(of('transfer', '0xab', 'https://bscscan.com/')?.link).toBe('https://bscscan.com/tx/0xab')
    expect(of('transfer', '0xab')?.link).toBeNull()
    expect(of('transfer', '0xab', 'javascript:alert(1)')?.link).toBeNull()
  })
  it('knows hours and days of income, and keeps what has no place', () => {
    expect([of('machine_interest', '2026')?.kind, of('machine_output', '2026-11-20')?.kind, of('trade_bid', 'x')?.kind]).toEqual(['hours', 'day', 'other'])
  })
  it('is nothing without an id', () => {
    expect([of('machine', ''), of('transfer', '')]).toEqual([null, null])
  })
})
