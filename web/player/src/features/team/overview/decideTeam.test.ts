import { expect, it } from 'vitest'
import { columnsOf, depthIn, missingFor } from './decideTeam'

const day = (date: string, referral: string, acceleration = '0') => ({ day: date, referral, level: '0', acceleration })

it('columns are as high as their share of the highest', () => {
  const days = [day('2026-06-01', '10.5'), day('2026-06-02', '0'), day('2026-06-03', '21')]
  expect(columnsOf(days, 'referral_rewards').map(({ height }) => height)).toEqual([0.5, 0, 1])
  expect(columnsOf(days, 'referral_rewards')[0]).toEqual({ day: '2026-06-01', amount: '10.5', height: 0.5 })
})

it('each type has its own columns, and none where nothing came', () => {
  const days = [day('2026-06-01', '10.5'), day('2026-06-02', '0', '0.2376')]
  expect(columnsOf(days, 'team_acceleration').map(({ amount }) => amount)).toEqual(['0', '0.2376'])
  expect(columnsOf(days, 'level_rewards')).toEqual([])
})

const next = { level: 1, performance: '5000', legMost: '3000', reward: '5' }

it.each([
  ['4999.99999999', '0', 'performance'],
  ['4999', '20', 'both'],
  ['5000', '0.00000001', 'principal'],
  ['5000', '0', 'night'],
])('with %s qualified and %s of principal missing: %s', (qualified, principalMissing, missing) => {
  expect(missingFor({ ...next, qualified, principalMissing })).toBe(missing)
})

it('an address that names nothing known shows the first depth', () => {
  expect([depthIn(null), depthIn('0'), depthIn('6'), depthIn('1.5'), depthIn('4')]).toEqual([1, 1, 1, 1, 4])
})
