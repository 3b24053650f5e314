import { expect, it } from 'vitest'
import { isNew } from './decideArrival'

function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

it('a machine arrives once, within an hour of its purchase', () => {
  const held = storage()
  const at = '2026-11-20T04:00:00Z'
  expect(isNew(held, 'one', at, Date.parse('2026-11-20T05:30:00Z'))).toBe(false)
  expect(isNew(held, 'one', at, Date.parse('2026-11-20T04:10:00Z'))).toBe(true)
  expect(isNew(held, 'one', at, Date.parse('2026-11-20T04:11:00Z'))).toBe(false)
  expect(isNew(held, 'two', at, Date.parse('2026-11-20T04:11:00Z'))).toBe(true)
})
