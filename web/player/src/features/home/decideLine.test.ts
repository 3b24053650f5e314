import { describe, expect, it } from 'vitest'
import { pathOf, runningOf } from './decideLine'

describe('the line of what came in', () => {
  it('adds up day by day, to the atom', () => {
    expect(runningOf(['0.1', '0', '0.2', '0.00000001'])).toEqual(['0.1', '0.1', '0.3', '0.30000001'])
  })
  it('ends at the top of its box', () => {
    expect(pathOf(['1', '0', '3'], 100, 40)).toBe('M0.0 30.0L50.0 30.0L100.0 0.0')
  })
  it('is none where nothing came in', () => {
    expect([pathOf(['0', '0'], 100, 40), pathOf([], 100, 40)]).toEqual(['', ''])
  })
})
