import { expect, it } from 'vitest'
import { senderAt } from '@kit/game/published'
import { keepAnchors, readAnchors } from './anchors'
import { memoryStorage } from '@kit/kept/memory'

const at = (hour: number) => Date.parse(`2026-06-01T${String(hour).padStart(2, '0')}:00:00Z`)
const from = (address: string, hour: number) => ({ address, since: new Date(at(hour)).toISOString() })
const real = { demo: false, genesisHash: '' }
const [first, second, stranger] = ['0xA1', '0xA2', '0xEE']

it('keeps the addresses it saw first, and says who sent anchors at a time', () => {
  const place = memoryStorage()
  expect(readAnchors(place, real)).toBeNull()
  keepAnchors(place, real, [from(second, 5), from(first, 1)], at(6))
  const kept = readAnchors(place, real)!
  expect([0, 1, 4, 5, 9].map((hour) => senderAt(kept.addresses, at(hour)))).toEqual([undefined, first, first, second, second])
})

it('takes a new address only where its use began after the last look', () => {
  const place = memoryStorage()
  keepAnchors(place, real, [from(first, 1)], at(6))
  // Named later for a time at which the device had looked, with and without the one it knows.
  keepAnchors(place, real, [from(stranger, 6), from(first, 1)], at(7))
  keepAnchors(place, real, [from(stranger, 1)], at(8))
  expect(senderAt(readAnchors(place, real)!.addresses, at(9))).toBe(first)
  const kept = keepAnchors(place, real, [from(second, 9)], at(10))
  expect([at(8), at(9)].map((when) => senderAt(kept.addresses, when))).toEqual([first, second])
})

it('never looks at an earlier time than it did', () => {
  const place = memoryStorage()
  keepAnchors(place, real, [from(first, 1)], at(6))
  keepAnchors(place, real, [from(first, 1)], at(2))
  expect(senderAt(keepAnchors(place, real, [from(stranger, 5)], at(7)).addresses, at(8))).toBe(first)
})

it('keeps a demo apart from what is real, and reads nothing from what is no list', () => {
  const place = memoryStorage()
  keepAnchors(place, real, [from(first, 1)], at(6))
  expect(senderAt(keepAnchors(place, { demo: true, genesisHash: '0xAB' }, [from(second, 1)], at(6)).addresses, at(7))).toBe(second)
  expect(senderAt(readAnchors(place, real)!.addresses, at(7))).toBe(first)
  for (const text of ['', '{', '[]', '{"addresses":[]}', '{"addresses":1,"lookedAt":"2026-06-01"}']) {
    place.setItem('etld.anchors', text)
    expect(readAnchors(place, real), text).toBeNull()
  }
})
