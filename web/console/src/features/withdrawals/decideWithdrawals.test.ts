import { describe, expect, it } from 'vitest'
import type { Me, Proposal } from '@console/contract/contract'
import type { Withdrawal } from './contract'
import { barOf } from './decideWithdrawals'

const me = { id: 'me' } as Me
const row = { withdrawNo: 'w1', status: 'pending_review', proposalId: 'p1', approvals: [] as Withdrawal['approvals'] } as Withdrawal
const review = { id: 'p1', approvalPhrase: 'Approve' } as Proposal

describe('who can decide', () => {
  it.each([
    ['somebody who may', row, review, null],
    ['what is decided', { ...row, status: 'confirmed' } as Withdrawal, review, 'done'],
    ['who approved already', { ...row, approvals: [{ staffId: 'me', address: '', at: '' }] }, review, 'approved'],
    ['what is not proposed yet', { ...row, proposalId: '' }, undefined, 'opening'],
    ['somebody without the role, or whose own wallet it is', row, { ...review, approvalPhrase: '' } as Proposal, 'notYours'],
    ['another review than is shown', row, { ...review, id: 'p0' } as Proposal, 'notYours'],
  ])('%s', (_, shown, open, bar) => {
    expect(barOf(shown, open, me)).toBe(bar)
  })
})
