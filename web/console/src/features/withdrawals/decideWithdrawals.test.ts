import { describe, expect, it } from 'vitest'
import type { Me, Proposal } from '@console/contract/contract'
import type { Withdrawal } from './contract'
import { barOf, openReviewOf, reviewOf, type Review } from './decideWithdrawals'

const me = { id: 'me' } as Me
const row = { withdrawNo: 'w1', status: 'pending_review', proposalId: 'p1', approvals: [] as Withdrawal['approvals'] } as Withdrawal
const review = { id: 'p1', approvalPhrase: 'Approve' } as Proposal

describe('who can decide', () => {
  it.each<[string, Withdrawal, Review, string | null]>([
    ['somebody who may', row, review, null],
    ['what is decided', { ...row, status: 'confirmed' } as Withdrawal, review, 'done'],
    ['who approved already', { ...row, approvals: [{ staffId: 'me', address: '', at: '' }] }, review, 'approved'],
    ['what is not proposed yet', { ...row, proposalId: '' }, undefined, 'opening'],
    ['somebody without the role, or whose own wallet it is', row, { ...review, approvalPhrase: '' } as Proposal, 'notYours'],
    ['what is decided, whatever is known of its review', { ...row, status: 'confirmed' } as Withdrawal, 'reading', 'done'],
    ['a review that is being read', row, 'reading', 'reading'],
    ['a review that could not be read', row, 'unread', 'unread'],
    ['another review than is shown', row, { ...review, id: 'p0' } as Proposal, 'notYours'],
  ])('%s', (_, shown, open, bar) => {
    expect(barOf(shown, open, me)).toBe(bar)
    expect(openReviewOf(shown, open, me)).toBe(bar === null ? open : null)
  })
})

it('a review is not missing until its own question was answered', () => {
  const answer = { data: { list: [review] }, isPlaceholderData: false, isError: false }
  const other = { ...row, proposalId: 'p2' }
  expect(reviewOf(row, answer)).toBe(review)
  expect(reviewOf(row, { ...answer, isPlaceholderData: true })).toBe(review)
  expect(reviewOf(other, answer)).toBeUndefined()
  expect(reviewOf(other, { ...answer, isPlaceholderData: true })).toBe('reading')
  expect(reviewOf(other, { ...answer, data: undefined })).toBe('reading')
  expect(reviewOf(other, { ...answer, data: undefined, isError: true })).toBe('unread')
})
