import { describe, expect, it } from 'vitest'
import type { Data, TopUpInfo } from '@kit/api/contract'
import { decideMoving, paidIntent } from './decideMoving'

type Receipt = TopUpInfo['pending'][number]
type Withdrawals = Data<'/api/userAccount/myWithDraw'>

const receipt = (own: Partial<Receipt>): Receipt => ({
  amount: '500',
  blockTime: '2026-11-23T00:00:00Z',
  confirmations: 3,
  currency: 'USDT',
  intentNo: '',
  network: 'BEP-20',
  reason: '',
  remainder: '0',
  settledAt: null,
  state: 'confirming',
  txHash: '0xab',
  ...own,
})
const info = (...pending: Receipt[]): TopUpInfo =>
  ({ claimPhrase: '', claimable: [], networks: [{ network: 'BEP-20', confirmations: 15 }], pending, recent: [], serverTime: '' }) as unknown as TopUpInfo
const withdrawals = (...statuses: string[]): Withdrawals =>
  ({
    list: statuses.map((status, index) => ({ withdrawNo: `W${index}`, quantity: '50.5', currency: 'ETLD', status })),
    nextCursor: null,
    hasMore: false,
  }) as unknown as Withdrawals

describe('money on its way', () => {
  it('is a top-up with its confirmations, which leads to its steps', () => {
    expect(decideMoving(info(receipt({})), undefined)).toEqual([
      { kind: 'topUp', amount: '500', currency: 'USDT', stage: { name: 'confirmations', count: 3, required: 15 }, link: '/wallet?sheet=topup&tx=0xab' },
    ])
  })
  it('is a payment where it pays for an order', () => {
    expect(decideMoving(info(receipt({ intentNo: 'I1', state: 'final' })), undefined)).toMatchObject([
      { kind: 'payment', stage: { name: 'final' }, link: '/myMiner?pay=I1' },
    ])
  })
  it.each([
    ['machine', '/myMiner?pay=I1'],
    ['node', '/chain?pay=I1'],
    ['goods', '/order?pay=I1'],
  ])('leads to where an order of %s stands', (purpose, link) => {
    const paying = info(receipt({}), receipt({ intentNo: 'I1' }))
    expect(decideMoving(paying, undefined, purpose).map((moving) => moving.link)).toEqual(['/wallet?sheet=topup&tx=0xab', link])
  })
  it('asks for the order of what moves alone', () => {
    expect(paidIntent(info(receipt({}), receipt({ intentNo: 'I1' })))).toBe('I1')
    expect(paidIntent(info(receipt({}), receipt({ intentNo: 'I1', state: 'suspense' })))).toBe('')
    expect(paidIntent(undefined)).toBe('')
  })
  it('is waiting for finality once its confirmations are there, and held where crediting is stopped', () => {
    expect(decideMoving(info(receipt({ confirmations: 15 }), receipt({ state: 'held' })), undefined).map(({ stage }) => stage.name)).toEqual(['final', 'held'])
  })
  it('is no transfer that is gone or was claimed by nobody', () => {
    expect(decideMoving(info(receipt({ state: 'gone' }), receipt({ state: 'suspense' }), receipt({ state: 'dust' })), undefined)).toEqual([])
  })
  it('is a withdrawal until it ended', () => {
    const moving = decideMoving(undefined, withdrawals('pending_review', 'approved', 'confirmed', 'cancelled', 'review_rejected'))
    expect(moving.map(({ stage, link }) => [stage.name, link])).toEqual([
      ['review', '/withdrawRecord?id=W0'],
      ['sending', '/withdrawRecord?id=W1'],
    ])
  })
})
