import { expect, it } from 'vitest'
import type { Order } from './contract'
import { deedsOf, shipmentOf, whyOf } from './decideOrders'

const nowMs = Date.parse('2026-11-26T12:00:00Z')
const waits = { status: 'waiting_for_delivery', isLate: false, shipFrom: null } as Order

it.each([
  ['what waits', waits, 'waits'],
  ['what is late', { ...waits, isLate: true }, 'late'],
  ['what goes to a new address', { ...waits, isLate: true, shipFrom: '2026-11-26T13:00:00Z' }, 'addressNew'],
  ['an address that was new', { ...waits, shipFrom: '2026-11-26T11:00:00Z' }, 'waits'],
  ['what was shipped', { ...waits, status: 'shipped' }, 'shipped'],
])('%s', (_, order, why) => expect(whyOf(order as Order, nowMs)).toBe(why))

it.each([
  ['what waits', waits, ['ship', 'invalidate']],
  ['what is late', { ...waits, isLate: true }, ['ship', 'invalidate']],
  ['what goes to a new address', { ...waits, shipFrom: '2026-11-26T13:00:00Z' }, ['invalidate']],
  ['what was shipped', { ...waits, status: 'shipped' }, ['reverse']],
  ['what ended', { ...waits, status: 'invalid' }, []],
  ['what is not paid yet', { ...waits, status: 'payment' }, []],
])('with %s that is done which can be', (_, order, deeds) => expect(deedsOf(order as Order, nowMs)).toEqual(deeds))

it('sends company and number, and a page only where there is one', () => {
  expect(shipmentOf(' Post ', { number: '1', trackUrl: '' })).toEqual({ company: 'Post', number: '1' })
  expect(shipmentOf('Post', { number: '1', trackUrl: 'https://post.example/1' })).toHaveProperty('trackUrl')
  expect(shipmentOf('Post', { number: ' ', trackUrl: '' })).toBeNull()
  expect(shipmentOf('', { number: '1', trackUrl: '' })).toBeNull()
})
