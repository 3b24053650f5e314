import { expect, it } from 'vitest'
import type { Me, Proposal } from '@console/contract/contract'
import { addressOfSold, barOf, calledBy, leftOf, mayReject, soldBy } from './decideProposals'

const me = { id: 'me', kinds: { pool_funding: { propose: false, approve: true } } } as unknown as Me
const proposal = {
  id: 'p',
  kind: 'pool_funding',
  state: 'pending',
  makerId: 'other',
  approvals: [] as Proposal['approvals'],
  approvalPhrase: 'Approve',
} as unknown as Proposal

it.each([
  ['what somebody else made', proposal, null, true],
  ['what I made', { ...proposal, makerId: 'me', approvalPhrase: '' }, 'made', true],
  ['what I approved', { ...proposal, approvals: [{ staffId: 'me' }] }, 'approved', true],
  ['what concerns my own wallet', { ...proposal, approvalPhrase: '' }, 'notYours', false],
  ['what is decided', { ...proposal, state: 'executed' }, 'closed', false],
  ['what others decide', { ...proposal, kind: 'news_publish', approvalPhrase: '' }, 'notYours', false],
])('%s', (_, shown, bar, isRejectable) => {
  expect(barOf(shown as Proposal, me)).toBe(bar)
  expect(mayReject(shown as Proposal, me)).toBe(isRejectable)
})

it.each([
  ['machine_change', 'machineSmall', 'machine', '/machines?item=machineSmall', 'productId'],
  ['node_level_change', 'diamond', 'node', '/nodes?item=diamond', 'level'],
  ['goods_change', 'walletPouch', 'goods', '/goods?item=walletPouch', 'goodsId'],
])('%s is about something that is sold, which has its own place', (kind, subject, what, address, field) => {
  const thing = soldBy({ kind, subject } as Proposal)
  expect(thing).toEqual({ kind: what, id: subject })
  expect(addressOfSold(thing!)).toBe(address)
  expect(calledBy(thing!)).toBe(field)
})

it('what concerns nothing that is sold has no such place', () => {
  expect(soldBy({ kind: 'pool_funding', subject: 'interest' } as Proposal)).toBeNull()
})

it.each([
  ['2026-12-01T12:00:00Z', { unit: 'hours', count: 24, isShort: false }],
  ['2026-11-30T13:59:00Z', { unit: 'hours', count: 2, isShort: true }],
  ['2026-11-30T11:59:00Z', { unit: 'hours', count: 1, isShort: true }],
  ['2026-12-14T12:00:00Z', { unit: 'days', count: 14, isShort: false }],
])('what ends at %s says in which time', (expireAt, left) => expect(leftOf(expireAt, Date.parse('2026-11-30T12:00:00Z'))).toEqual(left))
