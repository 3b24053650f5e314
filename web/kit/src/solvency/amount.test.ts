import { describe, expect, it } from 'vitest'
import { amountOf, dayOf } from './amount'

describe('what was counted', () => {
  it.each([
    [0n, '0'],
    [1n, '0.00000001'],
    [150_000_000n, '1.5'],
    [1_000_000_000_000n, '10000'],
  ])('%s atoms are %s', (atoms, amount) => expect(amountOf(atoms)).toBe(amount))

  it('names the day that ended', () => expect(dayOf('20261130')).toBe('2026-11-30'))
})
