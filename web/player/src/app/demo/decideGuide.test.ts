import { expect, it } from 'vitest'
import { decideGuide, isTopUpFirst, type GuideFacts } from './decideGuide'

const nothing: GuideFacts = {
  held: '0',
  statistics: { lockedPrincipal: '0', totalInterest: '0', totalEtld: '0' },
  leastSale: '1',
  withdrawal: undefined,
  hasMoved: false,
  hasSold: false,
  hasWithdrawn: false,
}
const doneOf = (facts: Partial<GuideFacts>) => decideGuide({ ...nothing, ...facts }).flatMap(({ step, isDone }) => (isDone ? [step] : []))
const nextOf = (facts: Partial<GuideFacts>) => decideGuide({ ...nothing, ...facts }).find(({ isNext }) => isNext)?.step

it.each([
  ['nobody has begun', {}, [], 'coins'],
  ['nothing is known yet', { held: undefined, statistics: undefined }, [], 'coins'],
  ['the wallet has coins', { held: '1000' }, ['coins'], 'machine'],
  ['the coins were brought in', { hasMoved: true }, ['coins'], 'machine'],
  ['a machine runs', { hasMoved: true, statistics: { lockedPrincipal: '100', totalInterest: '0', totalEtld: '0' } }, ['coins', 'machine'], 'day'],
  [
    'it earned too little for a sale',
    { hasMoved: true, statistics: { lockedPrincipal: '100', totalInterest: '0.06', totalEtld: '0.81984259' } },
    ['coins', 'machine'],
    'day',
  ],
  [
    'it earned, and the least of a sale is not known yet',
    { hasMoved: true, leastSale: undefined, statistics: { lockedPrincipal: '100', totalInterest: '0.06', totalEtld: '3' } },
    ['coins', 'machine'],
    'day',
  ],
  [
    'it earned what a sale takes',
    { hasMoved: true, statistics: { lockedPrincipal: '100', totalInterest: '0', totalEtld: '1' } },
    ['coins', 'machine', 'day'],
    'sell',
  ],
  [
    'it ended long ago',
    { hasMoved: true, statistics: { lockedPrincipal: '0', totalInterest: '1.8', totalEtld: '30' }, hasSold: true },
    ['coins', 'machine', 'day', 'sell'],
    'withdraw',
  ],
  [
    'all was done',
    { hasMoved: true, statistics: { lockedPrincipal: '100', totalInterest: '1', totalEtld: '1' }, hasSold: true, hasWithdrawn: true },
    ['coins', 'machine', 'day', 'sell', 'withdraw'],
    undefined,
  ],
] as const)('once %s', (_, facts, done, next) => {
  expect(doneOf(facts)).toEqual(done)
  expect(nextOf(facts)).toBe(next)
})

it('tops up before a withdrawal where there is less than the least of one', () => {
  expect([undefined, { available: '0.54', min: '10' }, { available: '10', min: '10' }].map(isTopUpFirst)).toEqual([false, true, false])
})
