import { expect, it } from 'vitest'
import type { Me, Proposal } from '@console/contract/contract'
import { barNameOf, barOf, kindOf, mayReject } from './decideProposals'

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
  ['what I made', { ...proposal, makerId: 'me' }, 'made', true],
  ['what I approved', { ...proposal, approvals: [{ staffId: 'me' }] }, 'approved', true],
  ['what concerns my own wallet', { ...proposal, approvalPhrase: '' }, 'notYours', true],
  ['what is decided', { ...proposal, state: 'executed' }, 'closed', false],
  ['what others decide', { ...proposal, kind: 'news_publish', approvalPhrase: '' }, 'notYours', false],
])('%s', (_, shown, bar, isRejectable) => {
  expect(barOf(shown as Proposal, me)).toBe(bar)
  expect(mayReject(shown as Proposal, me)).toBe(isRejectable)
})

it('has no words for a kind that is new', () => {
  expect([kindOf(proposal), kindOf({ ...proposal, kind: 'new' } as unknown as Proposal)]).toEqual(['pool_funding', null])
})

it('has words for what bars a decider, and shows the name of anything else', () => {
  expect([barNameOf('maker_cannot_approve'), barNameOf('already_approved_by_caller'), barNameOf('concerns_own_account'), barNameOf('toString')]).toEqual([
    'maker',
    'approved',
    'own',
    null,
  ])
})
