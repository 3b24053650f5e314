import { expect, it } from 'vitest'
import { cutOf } from './crop'

it.each([
  ['the middle of a wide one', { width: 400, height: 200 }, 1, { x: 0.5, y: 0.5 }, { left: 100, top: 0, width: 200, height: 200 }],
  ['the left of a wide one', { width: 400, height: 200 }, 1, { x: 0, y: 0.5 }, { left: 0, top: 0, width: 200, height: 200 }],
  ['the bottom of a tall one', { width: 200, height: 400 }, 2, { x: 0.5, y: 1 }, { left: 0, top: 300, width: 200, height: 100 }],
  ['all of one that fits', { width: 300, height: 300 }, 1, { x: 0.5, y: 0.5 }, { left: 0, top: 0, width: 300, height: 300 }],
])('cuts out %s', (_, picture, shape, at, want) => {
  expect(cutOf(picture, shape, at)).toEqual(want)
})
