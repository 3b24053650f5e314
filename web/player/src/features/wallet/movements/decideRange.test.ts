import { describe, expect, it } from 'vitest'
import { decideStatement, presetOf, rangeOf, rangeOfPreset } from './decideRange'

describe('rangeOf', () => {
  it('keeps days, leaves the rest open, and drops a reversed range', () => {
    expect(rangeOf('2026-01-01', null)).toEqual({ from: '2026-01-01', to: null })
    expect(rangeOf('yesterday', '2026-01-02')).toEqual({ from: null, to: '2026-01-02' })
    expect(rangeOf('2026-01-03', '2026-01-02')).toEqual({ from: null, to: null })
  })
})

describe('presets', () => {
  it('count today, across a month and a leap day', () => {
    expect(rangeOfPreset('week', '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
    expect(rangeOfPreset('month', '2028-03-01')).toEqual({ from: '2028-02-01', to: '2028-03-01' })
  })
  it('are recognised again, and nothing else is', () => {
    expect(presetOf(rangeOfPreset('year', '2026-11-20'), '2026-11-20')).toBe('year')
    expect(presetOf({ from: null, to: null }, '2026-11-20')).toBe('all')
    expect(presetOf({ from: '2026-11-01', to: null }, '2026-11-20')).toBeNull()
  })
})

describe('decideStatement', () => {
  it.each([
    ['one day', '2026-01-01', '2026-01-01', null],
    ['366 days', '2028-01-01', '2028-12-31', null],
    ['367 days', '2028-01-01', '2029-01-01', 'too_long'],
    ['the wrong way round', '2026-01-02', '2026-01-01', 'reversed'],
    ['no day', '', '2026-01-01', 'missing'],
  ])('%s', (_, from, to, problem) => {
    expect(decideStatement(from, to)).toBe(problem)
  })
})
