import { describe, expect, it } from 'vitest'
import { firstSeen } from './seen'

function storage(content: Record<string, string> = {}): Storage {
  const kept = new Map(Object.entries(content))
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) } as Storage
}

describe('the text of a snapshot', () => {
  it('is the one that was seen first, whatever is shown later', () => {
    const device = storage()
    expect(firstSeen(device, '', '20261130', 'one')).toBe('one')
    expect(firstSeen(device, '', '20261201', 'other')).toBe('other')
    expect(firstSeen(device, '', '20261130', 'second')).toBe('one')
  })

  it("is a demo's own", () => {
    const device = storage()
    firstSeen(device, '0xAB', '20261130', 'one')
    expect(firstSeen(device, '0xcd', '20261130', 'two')).toBe('two')
    expect(firstSeen(device, '0xab', '20261130', 'two')).toBe('one')
  })

  it('is learnt anew where what was kept is unreadable', () => {
    expect(firstSeen(storage({ 'etld.snapshots': '{' }), '', '20261130', 'one')).toBe('one')
  })
})
