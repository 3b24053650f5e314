import { expect, it } from 'vitest'
import { playerOf } from '@kit/game/entries'
import { keepReceipt, leftToCheck, playerSecret, readReceipts, type EntryReceipt } from './receipts'
import { memoryStorage } from '@kit/kept/memory'

const one: EntryReceipt = { period: '20260601-145', entryNo: 2, box: 7, amount: 500, receipt: 'ab', receiptKey: 'cd', atMs: 0 }

it('keeps receipts by user, the newest first, and no more than a hundred', () => {
  const place = memoryStorage()
  for (let number = 1; number <= 120; number += 1) keepReceipt(place, 'a', { ...one, period: `20260601-${String(number).padStart(3, '0')}` })
  const kept = readReceipts(place, 'a')
  expect([kept.length, kept[0]?.period, kept.at(-1)?.period]).toEqual([100, '20260601-120', '20260601-021'])
  expect(readReceipts(place, 'b')).toEqual([])
})

it('never lets a receipt or a noted root be replaced', () => {
  const place = memoryStorage()
  keepReceipt(place, 'a', one)
  keepReceipt(place, 'a', { ...one, root: 'r1' })
  keepReceipt(place, 'a', { ...one, box: 8, receipt: 'cd', root: 'r2', outcome: 'ok', isSeen: true })
  keepReceipt(place, 'a', one)
  expect(readReceipts(place, 'a')).toEqual([{ ...one, root: 'r1', outcome: 'ok', isSeen: true }])
})

it('looks up again what was not there, and among the newest what was not looked up whole', () => {
  const kept = Array.from({ length: 12 }, (_, place) => ({ ...one, period: String(place), outcome: 'unread' }))
  const [first, second] = [
    { ...kept[0]!, outcome: 'ok' },
    { ...kept[1]!, outcome: 'root' },
  ]
  kept[2] = { ...kept[2]!, outcome: 'missing' }
  kept[10] = { ...kept[10]!, outcome: 'missing' }
  kept[11] = { ...kept[11]!, outcome: 'endless' }
  const never = { period: 'never', entryNo: 2, box: 7, amount: 500, receipt: 'ab', receiptKey: 'cd', atMs: 0 }
  expect(leftToCheck([first, second, ...kept.slice(2), never]).map(({ period }) => period)).toEqual([
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '10',
    '11',
    'never',
  ])
})

it('names a player by a secret of the device, the same for as long as it is kept', () => {
  const place = memoryStorage()
  const secret = playerSecret(place, 'a')
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect([playerSecret(place, 'a'), playerSecret(place, 'b') === secret]).toEqual([secret, false])
  expect(playerOf(secret, one.period)).toMatch(/^[0-9a-f]{64}$/)
  expect(playerOf(secret, one.period)).not.toBe(playerOf(secret, '20260601-146'))
})

it('reads nothing from what is no list of receipts', () => {
  const place = memoryStorage()
  for (const text of ['', '{', '{}', '[1]', '[{"period":"x"}]']) {
    place.setItem('etld.game.a', text)
    expect(readReceipts(place, 'a')).toEqual([])
  }
})
