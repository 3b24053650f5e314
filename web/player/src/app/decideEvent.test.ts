import { describe, expect, it } from 'vitest'
import { isSaid, outdatedBy, readEvent, type LiveEvent } from './decideEvent'

const event = (change: Partial<LiveEvent> = {}): LiveEvent => ({
  kind: 'top_up_credited',
  title: 'Top-up received',
  text: '1 USDT',
  showAtOnce: true,
  createdAt: '2026-01-01T00:00:00Z',
  serverTime: '2026-01-01T00:00:01Z',
  ...change,
})

describe('readEvent', () => {
  it('reads what the stream tells, and leaves the rest', () => {
    expect(readEvent(JSON.stringify({ ...event(), refs: { amount: '1' }, noticeId: 'N' }))).toEqual(event())
  })
  it.each(['', 'null', '[]', '{"kind":1}', '{"kind":"a"}', 'no json'])('makes nothing of %j', (data) => {
    expect(readEvent(data)).toBeNull()
  })
})

describe('outdatedBy', () => {
  it.each([
    ['top_up_credited', '/api/userAccount/balanceDetail'],
    ['payment_seen', '/api/pay/status'],
    ['payment_received', '/api/shop/orders'],
    ['withdrawal_confirmed', '/api/userAccount/myWithDraw'],
    ['machine_started', '/api/miner/minerStatistics'],
    ['referral_reward', '/api/team/rewards'],
    ['node_dividend', '/api/node/mine'],
    ['order_shipped', '/api/shop/orderInfo'],
    ['address_changed', '/api/address/list'],
    ['round_drawn', '/api/game/current'],
    ['brand_new', '/api/user/getUserInfo'],
  ])('%s makes %s old', (kind, path) => {
    expect([...outdatedBy(kind)].some((beginning) => path.startsWith(beginning))).toBe(true)
  })
  it.each([
    ['order_shipped', '/api/miner/findMyList'],
    ['payment_seen', '/api/userAccount/balance'],
    ['top_up_credited', '/api/team/summary'],
    ['brand_new', '/api/userAccount/balance'],
    ['hello', '/api/user/getUserInfo'],
  ])('%s leaves %s alone', (kind, path) => {
    expect([...outdatedBy(kind)].some((beginning) => path.startsWith(beginning))).toBe(false)
  })
  it('knows nothing after a reset', () => {
    expect(outdatedBy('reset')).toBe('all')
  })
})

describe('isSaid', () => {
  it.each([
    ['a deposit', {}, false, true],
    ['a shipped order', { kind: 'order_shipped' }, false, true],
    ['a new address, which somebody else may have added', { kind: 'address_added' }, false, true],
    ['what one has just done', { kind: 'order_cancelled' }, false, false],
    ['what one does not want to be told', { showAtOnce: false }, false, false],
    ['what happened long ago', { serverTime: '2026-01-01T00:11:00Z' }, false, false],
    ['a payment', { kind: 'payment_received' }, false, true],
    ['a payment that is looked at', { kind: 'payment_received' }, true, false],
    ['a deposit beside a payment that is looked at', {}, true, true],
  ])('%s', (_, change, isPaymentShown, wanted) => {
    expect(isSaid(event(change), isPaymentShown)).toBe(wanted)
  })
})
