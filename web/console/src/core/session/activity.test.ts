import { beforeEach, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()

/** A window of its own, opened at a moment. */
async function openWindow(atMs: number) {
  vi.setSystemTime(atMs)
  vi.resetModules()
  return import('./activity')
}

beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) })
})

it('what somebody does in one window keeps the other one', async () => {
  const first = await openWindow(1_000)
  const second = await openWindow(2_000)
  vi.setSystemTime(9_000)
  second.noteActive('A')
  expect([first.lastActive('A'), second.lastActive('A')]).toEqual([9_000, 9_000])
  expect(first.lastActive('B')).toBe(1_000)
})

it('a storage that holds something else counts for nothing', async () => {
  const own = await openWindow(1_000)
  stored.set('etld.operator.active.A', 'soon')
  expect(own.lastActive('A')).toBe(1_000)
})
