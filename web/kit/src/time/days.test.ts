import { describe, expect, it } from 'vitest'
import { dayAfter, isDay } from './days'

describe('isDay', () => {
  it.each([
    ['2026-02-28', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['', false],
    [null, false],
  ])('%s: %s', (text, expected) => {
    expect(isDay(text)).toBe(expected)
  })
})

it('counts days over the turn of a month and a leap day', () => {
  expect([dayAfter('2028-02-28', 1), dayAfter('2028-03-01', -1), dayAfter('2026-12-31', 1)]).toEqual(['2028-02-29', '2028-02-29', '2027-01-01'])
})
