import { expect, it } from 'vitest'
import { keyAfter } from './keyAfter'

it('goes on with the row behind, else the one before, else none', () => {
  expect([keyAfter(['a', 'b', 'c'], 'b'), keyAfter(['a', 'b'], 'b'), keyAfter(['a'], 'a')]).toEqual(['c', 'a', null])
})
