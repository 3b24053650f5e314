import { expect, it } from 'vitest'
import { readPublishedKeys } from './publishedKeys'

const first = 'ab'.repeat(32)
const second = '01'.repeat(32)
const answer = {
  date: '2026-06-01',
  rounds: [{ root: 'cd'.repeat(32) }],
  receiptKeys: [
    { key: first, since: '' },
    { key: second, since: '' },
  ],
}

it.each([
  ['an answer', JSON.stringify({ code: 200, message: '', data: answer }, null, 2)],
  ['its data', ` ${JSON.stringify(answer)}`],
  ['the keys alone', `${first.toUpperCase()},\n${second}\n`],
])('are read from %s', (_, text) => {
  expect(readPublishedKeys(text)).toEqual([first, second])
})

it.each([
  ['nothing', '  '],
  ['words', 'no keys'],
  ['a key cut off', `${first} ${second.slice(2)}`],
  ['an answer without keys', JSON.stringify({ data: { receiptKeys: [] } })],
  ['another answer', JSON.stringify({ data: null })],
  ['a key that is none', JSON.stringify({ receiptKeys: [{ key: first }, { key: 'x' }, null] })],
  ['half an answer', JSON.stringify(answer).slice(0, -1)],
])('are not taken for %s', (_, text) => {
  expect(readPublishedKeys(text)).toBeNull()
})
