import { describe, expect, it } from 'vitest'
import { isSaid, readEvent, type LiveEvent } from './decideEvent'

const event = (change: Partial<LiveEvent> = {}): LiveEvent => ({
  kind: 'top_up_credited',
  title: 'Top-up received',
  text: '1 USDT',
  showAtOnce: true,
  outdates: ['/api/userAccount/balance'],
  createdAt: '2026-01-01T00:00:00Z',
  serverTime: '2026-01-01T00:00:01Z',
  period: '',
  ...change,
})

describe('readEvent', () => {
  it('reads what the stream tells, and leaves the rest', () => {
    expect(readEvent(JSON.stringify({ ...event(), refs: { amount: '1' }, noticeId: 'N' }))).toEqual(event())
  })
  it('reads which round was drawn', () => {
    const drawn = event({ kind: 'round_drawn', period: '20260101-001' })
    expect(readEvent(JSON.stringify({ ...drawn, refs: { period: '20260101-001' } }))).toEqual(drawn)
  })
  it.each(['', 'null', '[]', '{"kind":1}', '{"kind":"a"}', 'no json'])('makes nothing of %j', (data) => {
    expect(readEvent(data)).toBeNull()
  })
})

describe('isSaid', () => {
  it.each([
    ['a deposit', {}, {}, true],
    ['what is no news, or not to be told', { showAtOnce: false }, {}, false],
    ['what happened long ago', { serverTime: '2026-01-01T00:11:00Z' }, {}, false],
    ['a payment', { kind: 'payment_received' }, { round: true }, true],
    ['a payment that is looked at', { kind: 'payment_received' }, { payment: true }, false],
    ['a deposit beside a payment and a draw that are looked at', {}, { payment: true, round: true }, true],
    ['a draw', { kind: 'round_drawn' }, { payment: true }, true],
    ['a draw that is looked at', { kind: 'round_drawn' }, { round: true }, false],
    ['a draw that was seen before it was told', { kind: 'round_drawn', period: '20260101-001' }, {}, false],
    ['a draw that follows one that was seen', { kind: 'round_drawn', period: '20260101-002' }, {}, true],
  ])('%s', (_, change, followed, wanted) => {
    expect(isSaid(event(change), { payment: false, round: false, isKnown: (period) => period === '20260101-001', ...followed })).toBe(wanted)
  })
})
