import { beforeEach, expect, it, vi } from 'vitest'
import { memoryStorage } from '@kit/kept/memory'
import { keepReferrer, keptReferrer, referrerIn, withoutReferrer } from './referrer'

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
})

it.each([
  ['https://e.test/#/?pusername=ABCD2345', 'ABCD2345'],
  ['https://e.test/?pusername=ABCD2345', 'ABCD2345'],
  ['https://e.test/?pusername=ABCD2345#/trade?tab=box', 'ABCD2345'],
  ['https://e.test/?pusername=OLD#/goods?id=1&pusername=NEW', 'NEW'],
  ['https://e.test/#/news?pusername=%20A%20', 'A'],
  ['https://e.test/#/?pusername=', null],
  ['https://e.test/#/', null],
  [`https://e.test/?pusername=${'x'.repeat(65)}`, null],
  ['https://e.test/#/pusername=ABC', null],
  ['https://e.test/?pusername=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['https://e.test/#/?pusername=nobody-at-all', 'nobody-at-all'],
  ['https://e.test/#/news?pusername=ABC#below', 'ABC'],
  ['https://e.test/?pusername=ABC#/?pusername=a%0Ab', 'ABC'],
])('%s names %j', (href, referrer) => {
  expect(referrerIn(href)).toBe(referrer)
})

it.each(['a%E2%80%8Fb', 'a%0Ab', 'a%00b', 'a%E2%80%A8b', 'a%E2%80%8Bb', 'a%20b', '%FF', '%D0%90%D0%91'])('%s is no name and no code', (text) => {
  keepReferrer(`https://e.test/#/?pusername=${text}`)
  expect([keptReferrer(), localStorage.length]).toEqual([null, 0])
})

it('a kept referrer is named until it is cleared', () => {
  keepReferrer('https://e.test/#/?pusername=ABCD2345')
  keepReferrer('https://e.test/#/lang')
  expect([keptReferrer(), keptReferrer()]).toEqual(['ABCD2345', 'ABCD2345'])
})

it.each([
  ['https://e.test/?pusername=A', 'https://e.test/'],
  ['https://e.test/?pusername=A#/', 'https://e.test/#/'],
  ['https://e.test/#/?pusername=A', 'https://e.test/#/'],
  ['https://e.test/?a=%20+&pusername=A&&b#/goods?id=1&pusername=B&c=%2f', 'https://e.test/?a=%20+&&b#/goods?id=1&c=%2f'],
  ['https://e.test/?%70username=A#/lang?pusername=B&pusername=C#below', 'https://e.test/#/lang#below'],
  ['https://e.test/?xpusername=A#/?pusernames=B', 'https://e.test/?xpusername=A#/?pusernames=B'],
  ['https://e.test/?#/lang?', 'https://e.test/?#/lang?'],
  ['https://e.test/#/pusername=A', 'https://e.test/#/pusername=A'],
])('%s without its referrer is %s', (href, rest) => {
  expect(withoutReferrer(href)).toBe(rest)
  expect(referrerIn(rest)).toBeNull()
})
