import { expect, it } from 'vitest'
import { titleOf } from './useBadge'

it('counts what waits, and marks what is late', () => {
  expect([titleOf(0, 0), titleOf(3, 0), titleOf(3, 1)]).toEqual(['ETLD', '(3) ETLD', '(3!) ETLD'])
})
