import { expect, it } from 'vitest'
import type { Row } from '@console/contract/contract'
import { greatestOf, seriesOf } from './decideFigures'

const day = (name: string, joined: number, fees: string) =>
  ({
    day: name,
    joined,
    people: 0,
    sales: [],
    withdrawals: { confirmed: 1, medianSeconds: 2, p95Seconds: 3, rejected: 0 },
    game: { stakes: 5, prizes: 4 },
    income: fees === '' ? [] : [{ name: 'serviceFees', currency: 'USDT', count: 1, amount: fees }],
    paid: [],
    moved: [],
  }) as unknown as Row<'figures/days'>

it('puts the oldest day first, and 0 where nothing was moved', () => {
  const series = seriesOf([day('2026-11-02', 2, '10.5'), day('2026-11-01', 3, '')])
  expect(series.find(({ name }) => name === 'joined')?.points).toEqual([
    { day: '2026-11-01', value: '3' },
    { day: '2026-11-02', value: '2' },
  ])
  const fees = series.find(({ name }) => name === 'serviceFees')
  expect(fees?.points.map(({ value }) => value)).toEqual(['0', '10.5'])
  expect(fees && greatestOf(fees)).toBe('10.5')
})
