import { expect, it } from 'vitest'
import { ApiError, TransportError } from '@kit/api/faults'
import { decideReach } from './decideReach'

const lost = new TransportError('/api/main/home', 'unreachable')
const refused = new ApiError('/api/main/home', 1005, 'Not found', null)
const read = (path: string, dataUpdatedAt: number, error: Error | null = null, errorUpdatedAt = 0) => ({
  queryKey: [path, {}, 'en'],
  state: { data: dataUpdatedAt > 0 ? {} : undefined, dataUpdatedAt, error, errorUpdatedAt },
})

it.each([
  ['nothing was asked yet', [], true, { state: 'reached' }],
  ['all was answered', [read('/api/main/home', 5)], true, { state: 'reached' }],
  ['the last read was lost', [read('/api/main/home', 5, lost, 9), read('/api/trade/market', 4)], true, { state: 'unreachable', asOfMs: 4 }],
  ['another read was answered since', [read('/api/main/home', 5, lost, 9), read('/api/trade/market', 10)], true, { state: 'reached' }],
  ['a refusal is an answer', [read('/api/main/home', 5, refused, 9)], true, { state: 'reached' }],
  ['nothing is shown', [read('/api/main/home', 0, lost, 9)], true, { state: 'unreachable', asOfMs: null }],
  ['the device is offline', [read('/api/main/home', 5)], false, { state: 'offline', asOfMs: 5 }],
  ['what the shell asks is no figure', [read('/api/open/app', 2), read('/api/user/getUserInfo', 3), read('/api/main/home', 5)], false, { state: 'offline', asOfMs: 5 }],
])('where %s', (_, reads, isOnline, expected) => {
  expect(decideReach(reads, isOnline)).toEqual(expected)
})
