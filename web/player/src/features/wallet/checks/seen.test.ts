import { describe, expect, it } from 'vitest'
import { firstSeen, keepLine, keepLook, lastLine, lastLook } from './seen'
import { memoryStorage } from '@kit/kept/memory'

const real = { demo: false, genesisHash: '' }
const demo = (genesisHash: string) => ({ demo: true, genesisHash })

describe('the text of a snapshot', () => {
  it('is the one that was seen first, whatever is shown later', () => {
    const device = memoryStorage()
    expect(firstSeen(device, 'snapshots', real, { name: '20261130', text: 'one' })).toBe('one')
    expect(firstSeen(device, 'snapshots', real, { name: '20261201', text: 'other' })).toBe('other')
    expect(firstSeen(device, 'snapshots', real, { name: '20261130', text: 'second' })).toBe('one')
  })

  it('is not forgotten where the server names a first block of its own', () => {
    const device = memoryStorage()
    firstSeen(device, 'snapshots', real, { name: '20261130', text: 'one' })
    expect(firstSeen(device, 'snapshots', { demo: false, genesisHash: '0xab' }, { name: '20261130', text: 'second' })).toBe('one')
  })

  it("is a demo's own", () => {
    const device = memoryStorage()
    firstSeen(device, 'snapshots', demo('0xAB'), { name: '20261130', text: 'one' })
    expect(firstSeen(device, 'snapshots', demo('0xcd'), { name: '20261130', text: 'two' })).toBe('two')
    expect(firstSeen(device, 'snapshots', demo('0xab'), { name: '20261130', text: 'two' })).toBe('one')
  })

  it('is learnt anew where what was kept is unreadable', () => {
    expect(firstSeen(memoryStorage({ 'etld.snapshots': '{' }), 'snapshots', real, { name: '20261130', text: 'one' })).toBe('one')
  })
})

it('is kept apart from the hashes of statements', () => {
  const device = memoryStorage()
  firstSeen(device, 'snapshots', real, { name: '2026-11 king', text: 'text' })
  expect(firstSeen(device, 'statements', real, { name: '2026-11 king', text: 'hash' })).toBe('hash')
})

it('goes on with the newest line that was in order', () => {
  const device = memoryStorage()
  expect(lastLine(device, real)).toBeNull()
  keepLine(device, real, { number: 4, hash: 'ab' })
  keepLine(device, real, { number: 9, hash: 'cd' })
  expect(lastLine(device, real)).toEqual({ number: 9, hash: 'cd' })
  expect(lastLine(device, demo('0xab'))).toBeNull()
})

it('knows for each address which day was looked at last', () => {
  const device = memoryStorage()
  expect(lastLook(device, real, 'a')).toBeNull()
  keepLook(device, real, 'a', '2026-11-29')
  keepLook(device, real, 'b', '2026-11-28')
  keepLook(device, real, 'a', '2026-11-30')
  expect([lastLook(device, real, 'a'), lastLook(device, real, 'b'), lastLook(device, demo('0xab'), 'a')]).toEqual(['2026-11-30', '2026-11-28', null])
  for (let n = 0; n < 20; n += 1) keepLook(device, real, `other ${n}`, '2026-11-30')
  expect(lastLook(device, real, 'a')).toBeNull()
})
