import { describe, expect, it } from 'vitest'
import type { NamedMachine } from './api'
import { decideActivity, isFound, monthsIn } from './decideActivity'

const machine = (id: string, name: string, startAt: string | null, pausedSeconds = 0): NamedMachine => ({
  id,
  orderNo: `order of ${id}`,
  name,
  startAt,
  pausedSeconds,
})
const small = machine('m1', 'Small', '2026-11-01T03:20:00Z')
const large = machine('m2', 'Large', '2026-11-02T09:10:00Z')
const moved = { type: 'internal_transfer', subType: '', refType: 'transfer', refId: '', createdAt: '2026-11-05T04:00:00Z', amount: '1' } as const

describe('decideActivity', () => {
  const interest = { ...moved, type: 'mining_machine_income', refType: 'machine_interest' } as const

  it('says whose interest it is where all that is paid in the hour has one name', () => {
    expect(decideActivity(interest, [small, large])).toEqual({ deed: 'interest', machine: 'Small', sign: 'machine' })
    expect(decideActivity({ ...interest, createdAt: '2026-11-05T10:00:00Z' }, [small, large]).machine).toBe('Large')
    expect(decideActivity(interest, [small, { ...large, startAt: '2026-11-02T03:50:00Z' }]).machine).toBe('')
  })
  it('does not guess whose interest it is once a break has moved the hour', () => {
    expect(decideActivity(interest, [small, { ...large, pausedSeconds: 60 }]).machine).toBe('')
    expect(decideActivity(interest, [{ ...small, pausedSeconds: 60 }]).machine).toBe('Small')
  })
  it('does not count a machine that started later, nor one that never did', () => {
    const output = { ...moved, type: 'mining_income', refType: 'machine_output' } as const
    const later = machine('m3', 'Later', '2026-11-09T00:00:00Z')
    expect(decideActivity(output, [small, later, machine('m4', 'Never', null)])).toEqual({ deed: 'output', machine: 'Small', sign: 'machine' })
    expect(decideActivity(output, [small, large]).machine).toBe('')
  })
  it.each([
    [
      'a purchase of a machine',
      { type: 'purchase_product', refType: 'machine_order', refId: 'order of m2' },
      { deed: 'machineBought', machine: 'Large', sign: 'machine' },
    ],
    ['a purchase of a node', { type: 'purchase_product', refType: 'node_order', refId: 'n1' }, { deed: 'nodeBought', machine: null, sign: 'node' }],
    ['principal', { subType: 'principal_returned', refType: 'machine', refId: 'gone' }, { deed: 'principal', machine: '', sign: 'machine' }],
    ['a fee', { type: 'handling_fee', refType: 'trade_sale' }, { deed: 'saleFee', machine: null, sign: 'fee' }],
    [
      'a withdrawal, whatever became of it',
      { subType: 'withdrawal_hold', refType: 'withdrawal', amount: '-5' },
      { deed: 'withdrawn', machine: null, sign: 'out' },
    ],
    ['what has a plain name already', { subType: 'swap_in', refType: 'swap_exchange' }, { deed: null, machine: null, sign: 'swap' }],
    ['what a newer server names', { type: 'brand_new', amount: '-1' }, { deed: null, machine: null, sign: 'out' }],
    ['what has no word of its own', { subType: 'debit_returned', amount: '-1' }, { deed: null, machine: null, sign: 'out' }],
  ])('names %s', (_, given, wanted) => {
    expect(decideActivity({ ...moved, ...given } as Parameters<typeof decideActivity>[0], [small, large])).toEqual(wanted)
  })
})

it('a month stands once, as the later page says', () => {
  const usdt = { month: '2026-11', currency: 'USDT' as const, count: 1, in: '1', out: '0' }
  const later = { ...usdt, in: '2' }
  const etld = { ...usdt, currency: 'ETLD' as const }
  expect([...monthsIn([usdt, etld, later])]).toEqual([['2026-11', [later, etld]]])
})

it('a line is found by its words in any order, in any case', () => {
  expect(isFound('Small machine · interest 0.33 USDT', 'INTEREST small')).toBe(true)
  expect(isFound('Small machine · interest 0.33 USDT', 'large')).toBe(false)
  expect(isFound('Партнёр запустил майнер', 'партнер')).toBe(true)
  expect(isFound('anything', '')).toBe(true)
})
