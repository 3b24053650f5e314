import { expect, it } from 'vitest'
import { referrerIn } from './referrer'

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
])('%s names %j', (href, referrer) => {
  expect(referrerIn(href)).toBe(referrer)
})
