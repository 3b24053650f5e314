import { expect, it } from 'vitest'
import { hasWords } from './hasWords'

it.each([
  ['', true],
  ['  ', true],
  ['fee', true],
  ['FEE withdr', true],
  ['fee machine', false],
  ['手續費', true],
])('"%s" in a row: %s', (typed, isThere) => {
  expect(hasWords('Withdrawal fee, USDT withdrawal.USDT.fee 提領手續費', typed)).toBe(isThere)
})
