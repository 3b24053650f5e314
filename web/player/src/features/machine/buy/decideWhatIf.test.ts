import { describe, expect, it } from 'vitest'
import { dearestOf, decideWhatIf, priceAt, stepOf, type WhatIfFacts } from './decideWhatIf'

/** The small machine of the product page: 90 days at 0.36 ETLD per T. */
const small: WhatIfFacts = { power: 1, days: 90, rate: '0.36', capLeft: '45', mined: '0', certainCost: '3.2' }

describe('what if', () => {
  it('says what the output comes to at a price', () => {
    expect(decideWhatIf(small, { price: '0.5', networkTenths: 10 })).toEqual({ etld: '32.4', worth: '16.2', rest: '13' })
    expect(decideWhatIf(small, { price: '0', networkTenths: 10 })).toEqual({ etld: '32.4', worth: '0', rest: '-3.2' })
  })
  it('shares the output with a larger network, and stops at the cap', () => {
    expect(decideWhatIf(small, { price: '0.1', networkTenths: 20 })).toEqual({ etld: '16.2', worth: '1.62', rest: '-1.58' })
    expect(decideWhatIf({ ...small, rate: '0.8' }, { price: '1', networkTenths: 10 }).etld).toBe('45')
  })
  it('counts what was mined already, and takes a certain gain as one', () => {
    expect(decideWhatIf({ ...small, days: 0, mined: '10', certainCost: '-1' }, { price: '1', networkTenths: 10 })).toEqual({
      etld: '10',
      worth: '10',
      rest: '11',
    })
  })
  it('has a scale of twice the higher of bid and break-even', () => {
    expect(dearestOf('0.5', '0.0988')).toBe('1')
    expect(dearestOf('0.05', '0.0988')).toBe('0.1976')
    expect(dearestOf('0', null)).toBe('0.01')
    expect(priceAt('1', 37)).toBe('0.37')
    expect(stepOf('1', '0.5')).toBe(50)
    expect(stepOf('0.01', '0.5')).toBe(100)
  })
})
