import { expect, it } from 'vitest'
import { daysOf } from './decideMoney'

it('tells a pool of which nothing is spent from one that lasts no whole day', () => {
  expect(daysOf(0, '0')).toBeNull()
  expect(daysOf(0, '12.5')).toBe(0)
  expect(daysOf(30, '0.00000001')).toBe(30)
})
