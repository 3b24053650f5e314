import { describe, expect, it } from 'vitest'
import type { DividendStatement } from '../contract'
import { fileOf, isMonth, levelIn, pastMonths, peakOf, splitDays } from './decidePool'

describe('the level shown', () => {
  const pools = [
    { level: 'diamond', myNodes: 0 },
    { level: 'star', myNodes: 2 },
    { level: 'king', myNodes: 1 },
  ] as const
  it.each([
    ['king', pools, 'king'],
    [null, pools, 'star'],
    ['queen', pools, 'star'],
    [null, [], 'diamond'],
  ] as const)('named %s', (named, known, level) => {
    expect(levelIn(named, known)).toBe(level)
  })
})

it.each([
  ['2026-06', true],
  ['2026-13', false],
  ['2026-6', false],
  ['june', false],
  ['', false],
])('%j is a month: %s', (value, is) => {
  expect(isMonth(value)).toBe(is)
})

it('puts the levels of a month together, the oldest first', () => {
  const past = (month: string, pool: string) => ({ month, pool, full: '0' })
  const months = pastMonths([
    { level: 'diamond', lastDividends: [past('2026-07', '9'), past('2026-06', '10')] },
    { level: 'king', lastDividends: [past('2026-07', '30')] },
  ])
  expect(months).toEqual([
    { month: '2026-06', pools: { diamond: '10' } },
    { month: '2026-07', pools: { diamond: '9', king: '30' } },
  ])
  expect(peakOf(months)).toBe('30')
  expect(peakOf([])).toBe('0')
})

it.each([
  ['2026-07-01T04:00:00Z', 10, '2026-06-21T04:00:00.000Z'],
  ['2026-06-21T03:59:59Z', 0, '2026-06-21T03:59:59.000Z'],
  ['2026-06-01T00:00:00Z', 0, '2026-06-01T00:00:00.000Z'],
])('%s is %i days and a rest away', (until, days, rest) => {
  expect(splitDays(until, Date.parse('2026-06-21T00:00:00Z'))).toEqual({ days, rest })
})

it('writes a statement as it came, under its month and level', () => {
  const statement = {
    format: 'etld dividend 1',
    month: '2026-06',
    level: 'king',
    rows: [{ node: 'ab', weight: 30, amount: '5142.85714285' }],
    hash: 'cd',
  } as unknown as DividendStatement
  expect(fileOf(statement)).toEqual({
    name: 'etld-dividend-2026-06-king.json',
    text: '{"format":"etld dividend 1","month":"2026-06","level":"king","rows":[{"node":"ab","weight":30,"amount":"5142.85714285"}],"hash":"cd"}',
  })
})
