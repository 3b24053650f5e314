import { expect, it } from 'vitest'
import type { Row } from '@console/contract/contract'
import { dayAfterKey, greatestOf, seriesOf, spanOf } from './decideFigures'

const day = (name: string, joined: number, fees: string, confirmed = 1) =>
  ({
    day: name,
    joined,
    people: 0,
    sales: [],
    withdrawals: { confirmed, medianSeconds: confirmed * 2, p95Seconds: confirmed * 3, rejected: 0 },
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

it('a day on which nothing was withdrawn took no time, and not 0 seconds', () => {
  const series = seriesOf([day('2026-11-02', 0, '', 0), day('2026-11-01', 0, '', 4)])
  const took = (name: string) => series.find((one) => one.name === name)?.points.map(({ value }) => value)
  expect(took('medianSeconds')).toEqual(['8', null])
  expect(took('p95Seconds')).toEqual(['12', null])
  expect(took('confirmed')).toEqual(['4', '0'])
  const median = series.find(({ name }) => name === 'medianSeconds')
  expect(median && greatestOf(median)).toBe('8')
})

it.each([
  [0, 'seconds', 0, 0],
  [59, 'seconds', 59, 0],
  [180, 'minutes', 3, 0],
  [3_580, 'hours', 1, 0],
  [5_430, 'hours', 1, 31],
])('%d seconds are read in %s', (seconds, unit, count, minutes) => {
  expect(spanOf(seconds)).toEqual({ unit, count, minutes })
})

it('keys lead from day to day and stop at the ends', () => {
  expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Tab'].map((key) => dayAfterKey(key, 1, 2))).toEqual([0, 2, 0, 2, null])
  expect(dayAfterKey('ArrowLeft', 0, 2)).toBe(0)
  expect(dayAfterKey('ArrowRight', 2, 2)).toBe(2)
})
