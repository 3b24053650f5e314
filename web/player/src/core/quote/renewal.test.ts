import { expect, it } from 'vitest'
import { ApiError, TransportError } from '@kit/api/faults'
import { renewAfterMs } from './renewal'

const now = Date.parse('2026-01-01T00:00:05Z')
const end = '2026-01-01T00:00:15Z'

it.each([
  ['at its end', end, null, 10_000],
  ['at once when it is over', '2026-01-01T00:00:00Z', null, 300],
  ['not before the first', null, null, false],
  ['soon after a broken line', end, new TransportError('/', 'timeout'), 5_000],
  ['soon without a price', null, new ApiError('/', 1401, '', null), 5_000],
  ['soon without a buyer', null, new ApiError('/', 1405, '', null), 5_000],
  ['soon after something broke in the server', null, new ApiError('/', 1008, '', null), 5_000],
  ['soon after too many calls', null, new ApiError('/', 1010, '', { retryAfter: 2 }), 5_000],
  ['not before the server wants', null, new ApiError('/', 1010, '', { retryAfter: 42 }), 42_000],
  ['soon under maintenance', null, new ApiError('/', 1011, '', null), 5_000],
  ['not after a refused amount', null, new ApiError('/', 1404, '', null), false],
] as const)('the next quote comes %s', (_, expireAt, fault, wanted) => {
  expect(renewAfterMs(expireAt, fault, now)).toBe(wanted)
})
