import { expect, it } from 'vitest'
import { isStale } from './decideStale'

const read = { isError: false, fetchStatus: 'idle', dataUpdatedAt: 1_000 } as const

it.each([
  ['what was just read', read, 2_000, false],
  ['what was not answered yet', { ...read, fetchStatus: 'fetching', dataUpdatedAt: 0 } as const, 90_000, false],
  ['what is read anew in time', read, 61_000, false],
  ['what is late', read, 61_001, true],
  ['what was refused', { ...read, isError: true }, 2_000, true],
  ['what has no line', { ...read, fetchStatus: 'paused' } as const, 2_000, true],
])('%s', (_, today, nowMs, want) => expect(isStale(today, nowMs)).toBe(want))
