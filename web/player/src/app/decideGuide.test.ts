import { expect, it } from 'vitest'
import { decideGuide, type GuideFacts } from './decideGuide'

const nothing: GuideFacts = { held: '0', statistics: { lockedPrincipal: '0', totalInterest: '0', totalEtld: '0' }, hasMoved: false, hasSold: false, hasWithdrawn: false }
const doneOf = (facts: Partial<GuideFacts>) => decideGuide({ ...nothing, ...facts }).flatMap(({ step, isDone }) => (isDone ? [step] : []))
const nextOf = (facts: Partial<GuideFacts>) => decideGuide({ ...nothing, ...facts }).find(({ isNext }) => isNext)?.step

it.each([
  ['nobody has begun', {}, [], 'coins'],
  ['nothing is known yet', { held: undefined, statistics: undefined }, [], 'coins'],
  ['the wallet has coins', { held: '1000' }, ['coins'], 'machine'],
  ['the coins were brought in', { hasMoved: true }, ['coins'], 'machine'],
  ['a machine runs', { hasMoved: true, statistics: { lockedPrincipal: '100', totalInterest: '0', totalEtld: '0' } }, ['coins', 'machine'], 'day'],
  ['it earned', { hasMoved: true, statistics: { lockedPrincipal: '100', totalInterest: '0', totalEtld: '0.3' } }, ['coins', 'machine', 'day'], 'sell'],
  ['it ended long ago', { hasMoved: true, statistics: { lockedPrincipal: '0', totalInterest: '1.8', totalEtld: '30' }, hasSold: true }, ['coins', 'machine', 'day', 'sell'], 'withdraw'],
  ['all was done', { hasMoved: true, statistics: { lockedPrincipal: '100', totalInterest: '1', totalEtld: '1' }, hasSold: true, hasWithdrawn: true }, ['coins', 'machine', 'day', 'sell', 'withdraw'], undefined],
] as const)('once %s', (_, facts, done, next) => {
  expect(doneOf(facts)).toEqual(done)
  expect(nextOf(facts)).toBe(next)
})
