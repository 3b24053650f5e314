import { describe, expect, it } from 'vitest'
import type { TopUpInfo } from '@kit/api/contract'
import { decideTopUpFirst, isAwaited, missingOf } from './decideTopUpFirst'

describe('what is missing', () => {
  it.each([
    ['105', '0', '0.01', '105'],
    ['105', '104.99999999', '0.01', '0.01'],
    ['105', '100.5', undefined, '4.5'],
    ['105', '105', '0.01', null],
    ['105', '200', '0.01', null],
    ['105', undefined, '0.01', null],
  ])('of %s with %s is at least %s: %s', (payAmount, available, least, missing) => {
    expect(missingOf(payAmount, available, least)).toBe(missing)
  })
})

describe('the step', () => {
  it.each([
    ['enough is there', { missing: null, sending: 'sent', held: '0' }, 'buy'],
    ['nothing was sent', { missing: '105', sending: 'idle', held: '500' }, 'top_up'],
    ['the wallet was not asked yet', { missing: '105', sending: 'idle', held: undefined }, 'top_up'],
    ['the wallet has too little', { missing: '105', sending: 'idle', held: '104' }, 'short'],
    ['the wallet has just as much', { missing: '105', sending: 'idle', held: '105.0' }, 'top_up'],
    ['the person confirms', { missing: '105', sending: 'asking', held: '500' }, 'asking'],
    ['it was sent', { missing: '105', sending: 'sent', held: '395' }, 'under_way'],
    ['nobody knows whether it was sent', { missing: '105', sending: 'unsure', held: '500' }, 'unsure'],
    ['the person refused', { missing: '105', sending: 'refused', held: '500' }, 'top_up'],
    ['one from before is on its way', { missing: '105', sending: 'idle', held: '500', isAwaited: true }, 'awaited'],
    ['one from before has come', { missing: null, sending: 'idle', held: '500', isAwaited: true }, 'buy'],
  ] as const)('once %s', (_, facts, step) => {
    expect(decideTopUpFirst({ isAwaited: false, ...facts })).toBe(step)
  })
})

describe('a transfer from before', () => {
  const nowMs = 10_000_000
  const sent = { hash: '0xAB', atMs: nowMs - 600_000 }
  const long = { ...sent, atMs: nowMs - 3_600_000 }
  const receipt = { txHash: '0xab', currency: 'USDT', state: 'confirming' } as TopUpInfo['pending'][number]
  const nothing = { currency: 'USDT', info: { pending: [], recent: [] }, sent: null, mined: undefined, isMissing: false }
  it.each<[string, Partial<Parameters<typeof isAwaited>[0]>, boolean]>([
    ['nothing was sent', {}, false],
    ['the server sees one, whoever sent it', { info: { pending: [receipt], recent: [] } }, true],
    ['it is of another currency', { info: { pending: [{ ...receipt, currency: 'ETH' }], recent: [] } }, false],
    ['it is held back', { info: { pending: [{ ...receipt, state: 'held' }], recent: [] }, sent, mined: 'success' }, false],
    ['nobody but the wallet knows of it', { sent }, true],
    ['it is in a block, and the server has not looked yet', { sent: { ...sent, atMs: nowMs - 10_000 }, mined: 'success' }, true],
    ['it was in a block long ago', { sent, mined: 'success' }, false],
    ['it was credited a moment ago', { sent: { ...sent, atMs: nowMs - 10_000 }, info: { pending: [], recent: [{ ...receipt, state: 'credited' }] } }, false],
    ['it is in no block after an hour', { sent: long }, false],
    ['nothing was answered yet', { sent: long, info: undefined }, true],
    ['the chain undid it', { sent, mined: 'reverted' }, false],
    ['the chain does not know it', { sent, isMissing: true }, false],
  ])('%s', (_, facts, awaited) => {
    expect(isAwaited({ ...nothing, ...facts }, nowMs)).toBe(awaited)
  })
})
