import { expect, it } from 'vitest'
import { isDue } from './daily'

it('looks once a day of the platform: when another day has ended than the one that was looked at', () => {
  const midnight = Date.parse('2026-11-30T16:00:00Z')
  expect([
    isDue(null, midnight),
    isDue('2026-11-29', midnight - 1),
    isDue('2026-11-29', midnight),
    isDue('2026-11-30', midnight),
    isDue('9999-12-31', midnight),
  ]).toEqual([true, false, true, false, true])
})
