import { expect, it } from 'vitest'
import { moved } from './moved'

it.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
  [0, 3, ['a', 'b', 'c']],
  [-1, 0, ['a', 'b', 'c']],
])('moves an item from %i to %i', (from, to, want) => {
  expect(moved(['a', 'b', 'c'], from, to)).toEqual(want)
})
