import { expect, it } from 'vitest'
import { ApiError, TransportError } from '@kit/api/faults'
import { isWorthRetrying } from './cache'

it.each([
  ['a broken line', new TransportError('/api/main/home', 'unreachable'), [true, true, false]],
  ['an answer nobody can read', new TransportError('/api/main/home', 'unreadable'), [true, true, false]],
  ['a minute of silence', new TransportError('/api/main/home', 'timeout'), [false, false, false]],
  ['a refusal', new ApiError('/api/main/home', 1008, 'System error', null), [false, false, false]],
])('%s is asked again as often as it may help', (_, fault, expected) => {
  expect([0, 1, 2].map((failures) => isWorthRetrying(failures, fault))).toEqual(expected)
})
