import { expect, it } from 'vitest'
import { decideFirstIncome, isCalmPlace } from './decideFirstIncome'

const none = { lockedPrincipal: '0', totalInterest: '0', totalEtld: '0' }
const bought = { ...none, lockedPrincipal: '100' }
const paid = { ...bought, totalInterest: '0.02' }
const mined = { ...bought, totalEtld: '0.3' }

it.each([
  ['nothing is known', 'unknown', undefined, 'unknown'],
  ['nothing was bought', 'unknown', none, 'unknown'],
  ['a machine has paid nothing yet', 'unknown', bought, 'awaited'],
  ['interest came', 'awaited', paid, 'here'],
  ['output came', 'awaited', mined, 'here'],
  ['it stays until it was told', 'here', paid, 'here'],
  ['it was told', 'told', paid, 'told'],
  ['another device earned long ago', 'unknown', paid, 'told'],
  ['the server is silent', 'awaited', undefined, 'awaited'],
] as const)('once %s', (_, kept, sums, wanted) => {
  expect(decideFirstIncome(kept, sums)).toBe(wanted)
})

it('is told where nothing else is open', () => {
  expect([
    isCalmPlace('/', ''),
    isCalmPlace('/myMiner', '?status=running'),
    isCalmPlace('/wallet', '?sheet=topup'),
    isCalmPlace('/myMiner', '?id=M1'),
    isCalmPlace('/trade', ''),
  ]).toEqual([true, true, false, false, false])
})
