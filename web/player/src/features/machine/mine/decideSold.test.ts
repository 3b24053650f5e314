import { beforeAll, expect, it } from 'vitest'
import { noteZone } from '@kit/time/zone'
import { decideSold } from './decideSold'

beforeAll(() => noteZone('UTC+8'))

it('sells each day at the last funded bid of that platform day, and keeps what nobody bought', () => {
  const paid = [
    { period: '2026-11-20', output: '2' },
    { period: '2026-11-21', output: '3.5' },
    { period: '2026-11-22', output: '0' },
    { period: '2026-11-23', output: '1' },
  ]
  // The 20th of the platform begins at 16:00 UTC of the 19th; of the 21st there is no price.
  const points = [
    { at: '2026-11-19T16:00:00Z', close: '0.5' },
    { at: '2026-11-22T16:00:00Z', close: '0.25' },
  ]
  expect(decideSold(paid, points)).toEqual({ sold: '3', brought: '1.25', days: 1, kept: '3.5' })
  expect(decideSold([], points)).toEqual({ sold: '0', brought: '0', days: 0, kept: '0' })
})
