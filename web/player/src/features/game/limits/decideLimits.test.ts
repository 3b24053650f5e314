import { describe, expect, it } from 'vitest'
import { decideLimit, longerBreaks, raiseOf, type LimitStep } from './decideLimits'

const at = '2026-06-01T04:00:00Z'
const now = Date.parse(at)

describe('a limit', () => {
  const cases: [number | null, LimitStep][] = [
    [null, 'no_amount'],
    [50_001, 'too_high'],
    [50_000, 'raise'],
    [10_001, 'raise'],
    [20_000, 'waits'],
    [10_000, 'same'],
    [9_999, 'lower'],
    [0, 'lower'],
  ]
  it.each(cases)('of %s', (value, wanted) => {
    expect(decideLimit({ limit: 10_000, most: 50_000, raise: 20_000 }, value)).toBe(wanted)
  })

  it('that an operator lowered under it is the most', () => {
    expect(decideLimit({ limit: 500, most: 500, raise: null }, 501)).toBe('too_high')
  })
})

describe('a raise', () => {
  it('is confirmed once it has waited, and not a moment before', () => {
    expect(raiseOf({ raise: null, raiseFrom: null }, now)).toBeNull()
    expect(raiseOf({ raise: 20_000, raiseFrom: at }, now - 1)).toEqual({ to: 20_000, from: at, isReady: false })
    expect(raiseOf({ raise: 20_000, raiseFrom: at }, now)?.isReady).toBe(true)
  })
})

describe('breaks', () => {
  it('are all offered to who plays', () => {
    expect(longerBreaks(null, now)).toEqual(['24h', '7d', '30d', '6m', '12m', 'permanent'])
  })

  it('are only made longer', () => {
    expect(longerBreaks({ until: '2026-06-08T04:00:00Z' }, now)).toEqual(['30d', '6m', '12m', 'permanent'])
    expect(longerBreaks({ until: '2027-06-02T04:00:00Z' }, now)).toEqual(['permanent'])
    expect(longerBreaks({ until: null }, now)).toEqual([])
  })

  it('of half a year follow one another, as months differ', () => {
    expect(longerBreaks({ until: '2026-12-01T04:00:00Z' }, now)).toEqual(['6m', '12m', 'permanent'])
  })
})
