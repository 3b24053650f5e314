import { expect, it } from 'vitest'
import { isStale } from './decideStale'

const calm = { isError: false, fetchStatus: 'idle' } as const
const at = '2026-11-30T12:00:00Z'
const atMs = Date.parse(at)

it.each([
  ['what was just read', calm, at, atMs, false],
  ['what was not answered yet', { ...calm, fetchStatus: 'fetching' } as const, null, atMs, false],
  ['what is read anew in time', calm, at, atMs + 60_000, false],
  ['what is late', calm, at, atMs + 60_001, true],
  ['what was refused', { ...calm, isError: true }, at, atMs, true],
  ['what was never answered', { ...calm, isError: true }, null, atMs, true],
  ['what has no line', { ...calm, fetchStatus: 'paused' } as const, at, atMs, true],
])('%s', (_, today, readAt, nowMs, want) => expect(isStale(today, readAt, nowMs)).toBe(want))
