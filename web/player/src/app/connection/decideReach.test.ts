import { expect, it } from 'vitest'
import { ApiError, TransportError } from '@kit/api/faults'
import { decideReach } from './decideReach'

const lost = new TransportError('/api/main/home', 'unreachable')
const refused = new ApiError('/api/main/home', 1005, 'Not found', null)
const by = (isShell: boolean) => ({ options: { meta: isShell ? { isShell } : undefined } })
const read = (dataUpdatedAt: number, error: Error | null = null, errorUpdatedAt = 0, observers = [by(false)]) => ({
  queryKey: ['/api/main/home', {}, 'en'],
  observers,
  state: { data: dataUpdatedAt > 0 ? {} : undefined, dataUpdatedAt, error, errorUpdatedAt },
})

it.each([
  ['nothing was asked yet', [], true, { state: 'reached' }],
  ['all was answered', [read(5)], true, { state: 'reached' }],
  ['the last read was lost', [read(5, lost, 9), read(4)], true, { state: 'unreachable', asOfMs: 4 }],
  ['another read was answered since', [read(5, lost, 9), read(10)], true, { state: 'reached' }],
  ['a refusal is an answer', [read(5, refused, 9)], true, { state: 'reached' }],
  ['nothing is shown', [read(0, lost, 9)], true, { state: 'unreachable', asOfMs: null }],
  ['the device is offline', [read(5)], false, { state: 'offline', asOfMs: 5 }],
  ['nothing but what the shell asks is there', [read(2, null, 0, [by(true)])], false, { state: 'offline', asOfMs: null }],
  ['a screen shows what the shell asks as well', [read(2, null, 0, [by(true), by(false)]), read(5)], false, { state: 'offline', asOfMs: 2 }],
  ['what the shell asks is no figure', [read(2, null, 0, [by(true)]), read(5)], false, { state: 'offline', asOfMs: 5 }],
])('where %s', (_, reads, isOnline, expected) => {
  expect(decideReach(reads, isOnline)).toEqual(expected)
})
