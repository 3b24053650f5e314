import { describe, expect, it } from 'vitest'
import type { IncomeRow } from '../contract'
import { decideFormula } from './decideIncome'

const row: IncomeRow = {
  day: '2026-11-20',
  kind: 'output',
  currency: 'ETLD',
  amount: '3.96',
  at: '2026-11-20T16:00:00Z',
  txNo: null,
  interest: null,
  output: null,
}
const inputs = { power: 11, rate: '0.36', seconds: 86_400, budget: '2000', pool: '90000', weight: '432000000', capRest: '1100' }

describe('the inputs of a payment', () => {
  it('are those of the day of interest', () => {
    const interest = { total: '1.8', k: 5, termDays: 90, dueAt: '2026-11-20T03:00:00Z' }
    expect(decideFormula({ ...row, kind: 'interest', interest })).toEqual({
      kind: 'interest',
      total: '1.8',
      day: 5,
      termDays: 90,
      dueAt: '2026-11-20T03:00:00Z',
    })
  })

  it('say that the budget made the rate: 0.9 · 2,000 ÷ 5,000 T', () => {
    expect(decideFormula({ ...row, output: inputs })).toMatchObject({ kind: 'output', rateBound: 'budget', isCapped: false })
  })

  it('say that the rate was held at its maximum', () => {
    expect(decideFormula({ ...row, output: { ...inputs, rate: '0.8', weight: '8640000' } })).toMatchObject({ rateBound: 'maximum' })
  })

  it('keep to the atom: a rate of 33 T is rounded down', () => {
    expect(decideFormula({ ...row, output: { ...inputs, rate: '54.54545454', weight: String(33 * 86_400) } })).toMatchObject({ rateBound: 'budget' })
  })

  it('say that the cap left less than the formula gives', () => {
    expect(decideFormula({ ...row, amount: '0.12', output: { ...inputs, capRest: '0.12' } })).toMatchObject({ isCapped: true })
  })

  it('are none for a returned principal', () => {
    expect(decideFormula({ ...row, kind: 'principal' })).toEqual({ kind: 'principal' })
  })
})
