import { expect, it } from 'vitest'
import { nextOf, trackOf } from './decideOrders'

it('is late only while it waits', () => {
  expect(nextOf({ status: 'waiting_for_delivery', isLate: false })).toBe('waiting_for_delivery')
  expect(nextOf({ status: 'waiting_for_delivery', isLate: true })).toBe('late')
  expect(nextOf({ status: 'shipped', isLate: true })).toBe('shipped')
})

it.each([
  ['https://track.example/1?no=2', { href: 'https://track.example/1?no=2', host: 'track.example' }],
  ['http://track.example', null],
  ['javascript:alert(1)', null],
  [' https://track.example', null],
  ['', null],
])('follows %j to %j', (trackUrl, wanted) => {
  expect(trackOf({ trackUrl })).toEqual(wanted)
})
