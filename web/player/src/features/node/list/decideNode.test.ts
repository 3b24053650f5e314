import { describe, expect, it } from 'vitest'
import { actionsOf, decideDeadline, partsOf } from './decideNode'

const times = { coolingEndAt: '2026-06-02T00:00:00Z', activeAt: '2026-06-03T00:00:00Z', endedAt: '2026-06-04T00:00:00Z' }
const none = { coolingEndAt: null, activeAt: null, endedAt: null }

describe('the moment that matters', () => {
  it.each([
    ['payment', none, { kind: 'payment' }],
    ['cooling', times, { kind: 'cooling', at: times.coolingEndAt }],
    ['cooling', none, { kind: 'none' }],
    ['active', times, { kind: 'active', at: times.activeAt }],
    ['cancelled', times, { kind: 'ended', at: times.endedAt }],
    ['expired', none, { kind: 'none' }],
  ] as const)('of one in %s', (state, at, deadline) => {
    expect(decideDeadline({ state, ...at })).toEqual(deadline)
  })
})

it.each([
  ['waits for its payment', { intentNo: 'I', actions: ['cancel'] }, ['pay', 'cancel']],
  ['cools off', { intentNo: '', actions: ['cancel', 'start_now'] }, ['start_now', 'cancel']],
  ['is active', { intentNo: '', actions: [] }, []],
] as const)('one that %s allows no more than the server does', (_, node, actions) => {
  expect(actionsOf({ intentNo: node.intentNo, actions: [...node.actions] })).toEqual(actions)
})

it('own nodes stand first where there are any, and the levels on sale where there are none', () => {
  expect([partsOf(1), partsOf(0)]).toEqual([
    ['mine', 'levels'],
    ['levels', 'mine'],
  ])
})
