import { expect, it } from 'vitest'
import { isWorse } from './worsened'

it.each([
  ['less comes in', 'received', '100', '99.99999999', true],
  ['as much comes in', 'received', '100', '100.0', false],
  ['more comes in', 'received', '100', '101', false],
  ['more is paid', 'paid', '100', '100.00000001', true],
  ['less is paid', 'paid', '100', '99', false],
  ['nothing was shown before', 'received', null, '99', false],
  ['there is no price now', 'received', '100', null, false],
] as const)('where %s', (_, sum, agreed, now, wanted) => {
  expect(isWorse(sum, agreed, now)).toBe(wanted)
})
