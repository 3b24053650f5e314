import { expect, it } from 'vitest'
import { daysRun } from './decideShare'

const machine = { startAt: '2026-11-01T00:00:00Z', endAt: '2026-12-01T00:00:00Z', endedAt: null, pausedSeconds: 0 }

it.each([
  ['whole days alone', {}, '2026-11-03T23:59:59Z', 2],
  ['none of one that never started', { startAt: null }, '2026-11-03T00:00:00Z', 0],
  ['none of its breaks', { pausedSeconds: 86_400 }, '2026-11-04T00:00:00Z', 2],
  ['none after its term', {}, '2027-01-01T00:00:00Z', 30],
  ['none after it was left', { endedAt: '2026-11-11T00:00:00Z', endAt: null }, '2027-01-01T00:00:00Z', 10],
  ['none before a clock that lags', {}, '2026-10-31T00:00:00Z', 0],
])('counts %s', (_, given, now, days) => {
  expect(daysRun({ ...machine, ...given }, Date.parse(now))).toBe(days)
})
