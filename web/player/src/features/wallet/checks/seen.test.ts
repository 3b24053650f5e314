import { describe, expect, it } from 'vitest'
import { firstSeen, keepLine, keepLook, lastLine, lastLook } from './seen'
import { memoryStorage } from '@kit/kept/memory'

describe('the text of a snapshot', () => {
  it('is the one that was seen first, whatever is shown later', () => {
    const device = memoryStorage()
    expect(firstSeen(device, 'snapshots', '', { name: '20261130', text: 'one' })).toBe('one')
    expect(firstSeen(device, 'snapshots', '', { name: '20261201', text: 'other' })).toBe('other')
    expect(firstSeen(device, 'snapshots', '', { name: '20261130', text: 'second' })).toBe('one')
  })

  it("is a demo's own", () => {
    const device = memoryStorage()
    firstSeen(device, 'snapshots', '0xAB', { name: '20261130', text: 'one' })
    expect(firstSeen(device, 'snapshots', '0xcd', { name: '20261130', text: 'two' })).toBe('two')
    expect(firstSeen(device, 'snapshots', '0xab', { name: '20261130', text: 'two' })).toBe('one')
  })

  it('is learnt anew where what was kept is unreadable', () => {
    expect(firstSeen(memoryStorage({ 'etld.snapshots': '{' }), 'snapshots', '', { name: '20261130', text: 'one' })).toBe('one')
  })
})

it('is kept apart from the hashes of statements', () => {
  const device = memoryStorage()
  firstSeen(device, 'snapshots', '', { name: '2026-11 king', text: 'text' })
  expect(firstSeen(device, 'statements', '', { name: '2026-11 king', text: 'hash' })).toBe('hash')
})

it('goes on with the newest line that was in order', () => {
  const device = memoryStorage()
  expect(lastLine(device, '')).toBeNull()
  keepLine(device, '', { number: 4, hash: 'ab' })
  keepLine(device, '', { number: 9, hash: 'cd' })
  expect(lastLine(device, '')).toEqual({ number: 9, hash: 'cd' })
  expect(lastLine(device, '0xab')).toBeNull()
})

it('knows for each address which day was looked at last', () => {
  const device = memoryStorage()
  expect(lastLook(device, '', 'a')).toBeNull()
  keepLook(device, '', 'a', '2026-11-29')
  keepLook(device, '', 'b', '2026-11-28')
  keepLook(device, '', 'a', '2026-11-30')
  expect([lastLook(device, '', 'a'), lastLook(device, '', 'b'), lastLook(device, '0xab', 'a')]).toEqual(['2026-11-30', '2026-11-28', null])
  for (let n = 0; n < 20; n += 1) keepLook(device, '', `other ${n}`, '2026-11-30')
  expect(lastLook(device, '', 'a')).toBeNull()
})
