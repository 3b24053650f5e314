import { expect, it } from 'vitest'
import { isNew } from './decideArrival'
import { memoryStorage } from '@kit/kept/memory'

it('a machine arrives once, within an hour of its purchase', () => {
  const held = memoryStorage()
  const at = '2026-11-20T04:00:00Z'
  expect(isNew(held, 'one', at, Date.parse('2026-11-20T05:30:00Z'))).toBe(false)
  expect(isNew(held, 'one', at, Date.parse('2026-11-20T04:10:00Z'))).toBe(true)
  expect(isNew(held, 'one', at, Date.parse('2026-11-20T04:11:00Z'))).toBe(false)
  expect(isNew(held, 'two', at, Date.parse('2026-11-20T04:11:00Z'))).toBe(true)
})
