import { describe, expect, it, vi } from 'vitest'
import { senderAt } from '@kit/game/published'
import { keepNamed, readNamed, wasKey, wasSender } from './anchors'
import { memoryStorage } from '@kit/kept/memory'

const at = (hour: number) => Date.parse(`2026-06-01T${String(hour).padStart(2, '0')}:00:00Z`)
const from = (address: string, hour: number) => ({ address, since: new Date(at(hour)).toISOString() })
const naming = (anchorAddresses: { address: string; since: string }[], ...keys: string[]) => ({ anchorAddresses, receiptKeys: keys.map((key) => ({ key })) })
const real = { demo: false, genesisHash: '' }
const [first, second, stranger] = ['0xA1', '0xA2', '0xEE']

it('keeps the addresses it saw first, and says who sent anchors at a time', () => {
  const place = memoryStorage()
  expect(readNamed(place, real)).toBeNull()
  keepNamed(place, real, naming([from(second, 5), from(first, 1)]), at(6))
  const kept = readNamed(place, real)!
  expect([0, 1, 4, 5, 9].map((hour) => senderAt(kept.addresses, at(hour)))).toEqual([undefined, first, first, second, second])
})

it('takes a new address only where its use began after the last look', () => {
  const place = memoryStorage()
  keepNamed(place, real, naming([from(first, 1)]), at(6))
  // Named later for a time at which the device had looked, with and without the one it knows.
  keepNamed(place, real, naming([from(stranger, 6), from(first, 1)]), at(7))
  keepNamed(place, real, naming([from(stranger, 1)]), at(8))
  expect(senderAt(readNamed(place, real)!.addresses, at(9))).toBe(first)
  const kept = keepNamed(place, real, naming([from(second, 9)]), at(10))
  expect([at(8), at(9)].map((when) => senderAt(kept.addresses, when))).toEqual([first, second])
})

it('never looks at an earlier time than it did', () => {
  const place = memoryStorage()
  keepNamed(place, real, naming([from(first, 1)]), at(6))
  keepNamed(place, real, naming([from(first, 1)]), at(2))
  expect(senderAt(keepNamed(place, real, naming([from(stranger, 5)]), at(7)).addresses, at(8))).toBe(first)
})

it('keeps a demo apart from what is real, and reads nothing from what is no list', () => {
  const place = memoryStorage()
  keepNamed(place, real, naming([from(first, 1)]), at(6))
  expect(senderAt(keepNamed(place, { demo: true, genesisHash: '0xAB' }, naming([from(second, 1)]), at(6)).addresses, at(7))).toBe(second)
  expect(senderAt(readNamed(place, real)!.addresses, at(7))).toBe(first)
  for (const text of ['', '{', '[]', '{"addresses":[],"lookedAt":"2026-06-01"}', '{"addresses":1,"keys":[],"lookedAt":"2026-06-01"}']) {
    place.setItem('etld.anchors', text)
    expect(readNamed(place, real), text).toBeNull()
  }
})

describe('what was named before it was needed', () => {
  const place = memoryStorage()
  const look = (hour: number, ...published: Parameters<typeof naming>) => {
    vi.setSystemTime(at(hour))
    return keepNamed(place, real, naming(...published), at(hour))
  }
  look(2, [from(first, 1)], 'aa')
  const named = look(6, [from(second, 5), from(first, 1)], 'aa', 'bb')
  vi.useRealTimers()

  it.each([
    ['whom the device knew, until the next one sends them', first, [3, 4], [1, 2, 5, 9]],
    ['who was named after the moment, and from then on', second, [7, 9], [4, 5, 6]],
    ['a stranger', stranger, [], [3, 9]],
  ] as const)('is the sender: %s', (_, address, during, otherwise) => {
    expect(during.filter((hour) => !wasSender(named, address.toUpperCase().replace('0X', '0x'), at(hour)))).toEqual([])
    expect(otherwise.filter((hour) => wasSender(named, address, at(hour)))).toEqual([])
  })

  it('is the key', () => {
    expect([2, 3, 9].map((hour) => wasKey(named, 'aa', at(hour)))).toEqual([false, true, true])
    expect([5, 6, 7].map((hour) => wasKey(named, 'bb', at(hour)))).toEqual([false, false, true])
    expect(wasKey(named, 'cc', at(9))).toBe(false)
  })

  it('was heard by now, whatever a wrong clock of the device said', () => {
    expect(wasKey(look(20, [], 'dd'), 'dd', at(10))).toBe(false)
    expect(wasKey(look(9, []), 'dd', at(10))).toBe(true)
  })

  it('is no later because it is named again', () => expect(wasKey(look(9, [], 'aa'), 'aa', at(3))).toBe(true))
})
