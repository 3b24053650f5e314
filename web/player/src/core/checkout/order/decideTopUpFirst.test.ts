import { describe, expect, it } from 'vitest'
import { decideTopUpFirst, missingOf } from './decideTopUpFirst'

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
  ] as const)('once %s', (_, facts, step) => {
    expect(decideTopUpFirst(facts)).toBe(step)
  })
})
