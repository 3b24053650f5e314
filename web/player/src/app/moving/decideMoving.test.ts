import { describe, expect, it } from 'vitest'
import { isCounted, isLookedAt, linkOf, usualOf } from './decideMoving'

describe('money on its way', () => {
  it.each([
    ['topUp', '', '/wallet?sheet=topup&tx=0xab'],
    ['withdrawal', '', '/withdrawRecord?id=0xab'],
    ['payment', 'machine', '/myMiner?pay=0xab'],
    ['payment', 'node', '/chain?pay=0xab'],
    ['payment', 'goods', '/order?pay=0xab'],
  ] as const)('leads a %s of %s to where it stands', (kind, purpose, link) => {
    expect(linkOf({ kind, purpose, no: '0xab' })).toBe(link)
  })
  it('is not followed where one looks already', () => {
    const payment = { kind: 'payment', purpose: 'machine', no: 'I1' } as const
    expect(isLookedAt(payment, '/myMiner', '?pay=I1')).toBe(true)
    expect(isLookedAt(payment, '/goods', '?id=machineSmall&pay=I1')).toBe(true)
    expect(isLookedAt(payment, '/goods', '?id=machineSmall')).toBe(false)
    expect(isLookedAt({ kind: 'withdrawal', purpose: '', no: 'W' }, '/withdrawRecord', '?id=W')).toBe(true)
  })
  it('is looked for while blocks count', () => {
    expect(isCounted([{ step: 'review' }, { step: 'awaiting_payment' }])).toBe(false)
    expect(isCounted([{ step: 'review' }, { step: 'confirming' }])).toBe(true)
    expect(isCounted([])).toBe(false)
  })
  it('says how long it usually takes, where it goes on by itself', () => {
    expect(usualOf({ step: 'confirming', usualMinutes: 4 })).toEqual({ unit: 'minutes', count: 4 })
    expect(usualOf({ step: 'review', usualMinutes: 130 })).toEqual({ unit: 'hours', count: 3 })
    expect(usualOf({ step: 'confirming', usualMinutes: null })).toBeNull()
    expect(usualOf({ step: 'awaiting_payment', usualMinutes: 4 })).toBeNull()
  })
})
