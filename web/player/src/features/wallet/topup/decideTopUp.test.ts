import { describe, expect, it } from 'vitest'
import type { IncomingTransfer, TopUpInfo, TopUpNetwork } from '@kit/api/contract'
import { decideObstacle, decideReceipt, decideRemainder, decideSteps, decideToken, findReceipt, isOver } from './decideTopUp'

const receipt: IncomingTransfer = {
  txHash: `0x${'Ab'.repeat(32)}`,
  network: 'BEP-20',
  currency: 'USDT',
  amount: '10',
  remainder: '0',
  state: 'confirming',
  reason: '',
  confirmations: 3,
  intentNo: '',
  blockTime: '2026-11-20T10:00:00Z',
  settledAt: null,
}
const info: TopUpInfo = { networks: [], pending: [receipt], recent: [], claimable: [], claimPhrase: '', serverTime: '' }

describe('decideRemainder', () => {
  const network = { network: 'BEP-20', tokens: [{ currency: 'USDT', decimals: 18 }] } as TopUpNetwork
  it.each([
    ['of a token with more decimals than are credited', { state: 'credited', remainder: '19' }, network, '0.000000000000000019'],
    ['of what waits for more', { state: 'dust', remainder: '9999999999' }, network, '0.000000009999999999'],
    ['none, where all of it is credited', { state: 'credited' }, network, null],
    ['none of what was rejected as a whole', { state: 'rejected', remainder: '57896044618658097711785492504' }, network, null],
    ['none where the token is not known', { state: 'credited', remainder: '19' }, undefined, null],
  ] as const)('%s', (_, change, of, wanted) => {
    expect(decideRemainder({ ...receipt, ...change }, of)).toBe(wanted)
  })
})

describe('decideReceipt', () => {
  it.each([
    ['counts up', {}, 'confirming', 0.2],
    ['waits for finality after the usual number', { confirmations: 15 }, 'finalizing', 1],
    ['is being credited', { state: 'final' }, 'final', 1],
    ['waits for the purchase it pays', { state: 'held', reason: 'intent' }, 'held', 1],
    ['was taken back by the chain', { state: 'gone' }, 'gone', null],
    ['was credited', { state: 'credited', reason: 'top_up' }, 'credited', null],
    ['paid a purchase', { state: 'credited', reason: 'paid' }, 'paid', null],
    ['was credited because it came late', { state: 'credited', reason: 'late' }, 'credited', null],
    ['was too small', { state: 'dust', reason: 'below_minimum' }, 'dust', null],
    ['was too large', { state: 'rejected', reason: 'above_maximum' }, 'rejected', null],
  ] as const)('says that it %s', (_, change, line, progress) => {
    expect(decideReceipt({ ...receipt, ...change }, 15)).toMatchObject({ line, progress })
  })

  it('has no progress without a known number', () => {
    expect(decideReceipt(receipt, 0).progress).toBe(0)
  })
})

describe('findReceipt', () => {
  it('finds a transaction whatever its letter case', () => {
    expect(findReceipt(info, receipt.txHash.toLowerCase())).toBe(receipt)
  })
  it('finds nothing for another one, and nothing before the answer', () => {
    expect([findReceipt(info, `0x${'00'.repeat(32)}`), findReceipt(undefined, receipt.txHash)]).toEqual([null, null])
  })
})

describe('decideSteps', () => {
  const line = (facts: Parameters<typeof decideSteps>[0]) => Object.values(decideSteps(facts)).join(' ')
  it.each([
    ['the wallet is asked', { phase: 'asking', mined: 'unknown', receipt: null }, 'active waiting waiting waiting'],
    ['sent', { phase: 'sent', mined: 'unknown', receipt: null }, 'done active waiting waiting'],
    ['in a block', { phase: 'sent', mined: 'success', receipt: null }, 'done done active waiting'],
    ['reverted', { phase: 'sent', mined: 'reverted', receipt: null }, 'done failed waiting waiting'],
    ['seen by the server', { phase: 'sent', mined: 'unknown', receipt }, 'done done active waiting'],
    ['final', { phase: 'sent', mined: 'success', receipt: { ...receipt, state: 'final' } }, 'done done done active'],
    ['taken back', { phase: 'sent', mined: 'success', receipt: { ...receipt, state: 'gone' } }, 'done done failed waiting'],
    ['credited', { phase: 'sent', mined: 'success', receipt: { ...receipt, state: 'credited' } }, 'done done done done'],
    ['too small', { phase: 'sent', mined: 'success', receipt: { ...receipt, state: 'dust' } }, 'done done done failed'],
  ] as const)('shows: %s', (_, facts, expected) => {
    expect(line(facts)).toBe(expected)
  })

  it('ends with the credit or a failure, not before', () => {
    expect(isOver(decideSteps({ phase: 'sent', mined: 'success', receipt }))).toBe(false)
    expect(isOver(decideSteps({ phase: 'sent', mined: 'reverted', receipt: null }))).toBe(true)
    expect(isOver(decideSteps({ phase: 'sent', mined: 'success', receipt: { ...receipt, state: 'credited' } }))).toBe(true)
  })
})

describe('decideObstacle', () => {
  const ready = { hasWallet: true, onChain: true, networkChainId: 56, appChainId: 56, amount: '10', least: '1', held: '10' }
  it.each([
    ['nothing', {}, null],
    ['nothing, while the holding is unknown', { held: null }, null],
    ['a network the wallet does not pay on', { networkChainId: 1, hasWallet: false }, 'other_network'],
    ['no wallet', { hasWallet: false, onChain: false }, 'no_wallet'],
    ['the wrong chain', { onChain: false, amount: null }, 'wrong_chain'],
    ['no amount', { amount: null }, 'no_amount'],
    ['less than is credited at once', { amount: '0.99999999' }, 'too_little'],
    ['nothing at the least amount', { amount: '1' }, null],
    ['more than the wallet holds', { amount: '10.00000001' }, 'too_much'],
  ] as const)('names %s', (_, change, obstacle) => {
    expect(decideObstacle({ ...ready, ...change })).toBe(obstacle)
  })
})

describe('decideToken', () => {
  const network = { tokens: [{ currency: 'USDT' }, { currency: 'ETLD' }] } as TopUpNetwork
  it('keeps the wanted one, else takes the first, else none', () => {
    expect([decideToken(network, 'ETLD')?.currency, decideToken(network, 'BTC')?.currency, decideToken({ ...network, tokens: [] }, null)]).toEqual([
      'ETLD',
      'USDT',
      null,
    ])
  })
})
