import { describe, expect, it } from 'vitest'
import type { Progress } from '../contract'
import { confirmedShare, decidePayment, isOver, type PaymentFacts } from './decidePayment'

const hash = `0x${'ab'.repeat(32)}`
const receipt = (txHash: string): Progress['transfers'][number] => ({
  txHash,
  network: 'BEP-20',
  currency: 'USDT',
  amount: '50',
  remainder: '0',
  state: 'held',
  reason: '',
  confirmations: 5,
  intentNo: 'I',
  blockTime: '2026-11-20T00:00:00Z',
  settledAt: null,
})
const another = `0x${'ef'.repeat(32)}`
const waiting: PaymentFacts['progress'] = { state: 'awaiting_payment', rest: '105', txHash: '', transfers: [] }
const sent = { intentNo: 'I', hash, atMs: 1 }

function decide(facts: Partial<Omit<PaymentFacts, 'progress'>> & { progress?: Partial<PaymentFacts['progress']> }) {
  return decidePayment({ sent: null, mined: undefined, givenUp: null, ...facts, progress: { ...waiting, ...facts.progress } })
}

describe('what the payment sheet shows', () => {
  it('asks for the payment first', () => {
    expect(decide({})).toEqual({ face: 'to_pay', step: 'confirm', hash: null, canPay: true, canCancel: true, isSent: false, isUnsure: false })
  })

  it('does not ask again for what this device sent, before the server has seen it', () => {
    expect(decide({ sent })).toMatchObject({ face: 'sent', step: 'submitted', hash, canPay: false, canCancel: true })
  })

  it('warns when the wallet was asked and the answer got lost in a reload', () => {
    expect(decide({ sent: { ...sent, hash: null } })).toMatchObject({ face: 'to_pay', canPay: true, isUnsure: true })
  })

  it('asks again when the chain took the transaction back', () => {
    expect(decide({ sent, mined: 'reverted' })).toMatchObject({ face: 'to_pay', step: 'confirm', canPay: true })
  })

  it('waits for a transaction another device named', () => {
    expect(decide({ progress: { state: 'submitted', txHash: hash } })).toMatchObject({ face: 'sent', hash, canPay: false })
  })

  it('asks again for a transaction that was given up, although the server still names it', () => {
    expect(decide({ progress: { state: 'submitted', txHash: hash }, givenUp: hash.toUpperCase().replace('0X', '0x') })).toMatchObject({
      face: 'to_pay',
      hash: null,
      canPay: true,
      isUnsure: false,
    })
  })

  it('follows what was sent in place of one that was given up', () => {
    expect(decide({ progress: { state: 'submitted', txHash: hash }, givenUp: hash, sent: { ...sent, hash: another } })).toMatchObject({
      face: 'sent',
      hash: another,
      canPay: false,
    })
  })

  it('knows a transaction that was given up and arrived after all', () => {
    expect(decide({ progress: { state: 'confirming', txHash: hash, transfers: [receipt(hash)] }, givenUp: hash })).toMatchObject({
      face: 'confirming',
      hash,
      canPay: false,
    })
  })

  it('waits for what another device sent, where its own was seen or taken back', () => {
    const part = { state: 'part_received' as const, rest: '55', txHash: another, transfers: [receipt(hash)] }
    expect(decide({ progress: part, sent })).toMatchObject({ face: 'sent', hash: another, canPay: false })
    expect(decide({ progress: { state: 'submitted', txHash: another }, sent, mined: 'reverted' })).toMatchObject({ face: 'sent', hash: another, canPay: false })
  })

  it('asks for the rest of a short payment, whatever the hash of the first part', () => {
    const progress = { state: 'part_received' as const, rest: '55', txHash: hash, transfers: [receipt(hash.toUpperCase().replace('0X', '0x'))] }
    expect(decide({ progress, sent })).toMatchObject({ face: 'part', step: 'confirm', canPay: true })
  })

  it('asks for nothing while the rest is on its way', () => {
    expect(decide({ progress: { state: 'part_received', rest: '0', transfers: [receipt(hash)] } })).toMatchObject({ face: 'part', canPay: false })
  })

  it.each([
    ['confirming', 'confirming', 'submitted', true],
    ['closing', 'closing', 'submitted', true],
    ['paid', 'paid', 'confirmed', false],
    ['expired', 'expired', 'confirm', false],
    ['cancelled', 'cancelled', 'confirm', false],
  ] as const)('%s: face %s, step %s, can be cancelled %s', (state, face, step, canCancel) => {
    expect(decide({ progress: { state, rest: '105' }, sent })).toMatchObject({ face, step, canCancel, canPay: false })
  })

  it.each<[string, Parameters<typeof decide>[0], boolean]>([
    ['nothing was sent', { sent: null }, false],
    ['the wallet was asked, and nobody knows', { sent: { ...sent, hash: null } }, false],
    ['it was sent and not seen', { sent }, true],
    ['the chain took it back', { sent, mined: 'reverted' }, false],
    ['it has arrived', { sent, progress: { transfers: [receipt(hash)] } }, false],
  ])('while it closes a transfer is still to arrive only if %s', (_, facts, isSent) => {
    expect(decide({ ...facts, progress: { state: 'closing', ...facts.progress } }).isSent).toBe(isSent)
  })

  it('a transfer is to arrive while it is on its way or in a block that is not final', () => {
    expect(decide({ sent }).isSent).toBe(true)
    expect(decide({ progress: { state: 'confirming', txHash: hash, transfers: [receipt(hash)] } }).isSent).toBe(true)
    expect(decide({ progress: { state: 'part_received', rest: '55', txHash: hash, transfers: [receipt(hash)] } }).isSent).toBe(false)
  })
})

it('is over in three states only', () => {
  const states: Progress['state'][] = ['awaiting_payment', 'submitted', 'confirming', 'part_received', 'closing', 'paid', 'expired', 'cancelled']
  expect(states.filter(isOver)).toEqual(['paid', 'expired', 'cancelled'])
})

it('shows confirmations as a share of those needed, at most all', () => {
  expect(confirmedShare({ confirmations: 3, requiredConfirmations: 15 })).toBeCloseTo(0.2)
  expect(confirmedShare({ confirmations: 20, requiredConfirmations: 15 })).toBe(1)
  expect(confirmedShare({ confirmations: 1, requiredConfirmations: 0 })).toBe(0)
})
