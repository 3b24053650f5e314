import { describe, expect, it } from 'vitest'
import { decideOutcome, explorerOf, isOpen, isWorrying, statuses, tones } from './decideRecord'

describe('the status', () => {
  it('has a colour, and is open until it ended', () => {
    expect(statuses.map((status) => tones[status])).toEqual(['brass', 'brass', 'gain', 'loss', 'muted'])
    expect(statuses.map((status) => isOpen({ status }))).toEqual([true, true, false, false, false])
  })
})

describe('the figure', () => {
  const amounts = { quantity: '250', arrival: '249' }
  it.each([
    ['pending_review', 'arrives', '249'],
    ['approved', 'arrives', '249'],
    ['confirmed', 'arrived', '249'],
    ['review_rejected', 'returned', '250'],
    ['cancelled', 'returned', '250'],
  ] as const)('of a withdrawal that is %s', (status, kind, amount) => {
    expect(decideOutcome({ status, ...amounts })).toEqual({ kind, amount })
  })
})

describe('what comes next', () => {
  const next = (code: 'review' | 'review_overdue' | 'queued' | 'queued_refill' | 'queued_refill_late' | 'sent' | 'attention' | 'done', overdue = false) =>
    isWorrying({ overdue, nextStep: { code, text: 'x', at: null } })

  it('catches the eye where it takes longer than it should', () => {
    const late = [next('review_overdue'), next('queued_refill'), next('queued_refill_late'), next('attention'), next('review', true)]
    expect(late).toEqual([true, true, true, true, true])
    expect([next('review'), next('queued'), next('sent'), next('done')]).toEqual([false, false, false, false])
  })
})

describe('the link to the transaction', () => {
  it('is followed only where it is one', () => {
    expect(explorerOf({ explorer: 'https://bscscan.com/tx/0x1' })).toBe('https://bscscan.com/tx/0x1')
    expect([explorerOf({ explorer: '' }), explorerOf({ explorer: 'javascript:alert(1)' })]).toEqual([null, null])
  })
})
