import { expect, test } from 'vitest'
import { quoteLeft } from './QuoteRing'

const from = '2026-11-20T04:00:00.000Z'
const until = '2026-11-20T04:00:15.000Z'
const at = (ms: number) => quoteLeft(from, until, Date.parse(from) + ms)

test.each([
  [0, 1, 15],
  [7_500, 0.5, 8],
  [14_999, 1 / 15_000, 1],
  [15_000, 0, 0],
  [60_000, 0, 0],
])('after %i ms', (ms, left, seconds) => {
  expect(at(ms).left).toBeCloseTo(left, 6)
  expect(at(ms).seconds).toBe(seconds)
})

test('never more than the quote holds, where this device is behind the server', () => {
  expect(at(-400)).toEqual({ left: 1, seconds: 15 })
})
