import { expect, it } from 'vitest'
import { readPublished, senderAt } from './published'

const first = 'ab'.repeat(32)
const second = '01'.repeat(32)
const answer = {
  date: '2026-06-01',
  rounds: [{ root: 'cd'.repeat(32) }],
  receiptKeys: [
    { key: first, since: '' },
    { key: second, since: '' },
  ],
  anchorAddresses: [
    { address: '0xA2', since: '2026-05-02T00:00:00Z' },
    { address: '0xA1', since: '2026-05-01T00:00:00Z' },
  ],
}

it.each([
  ['an answer', JSON.stringify({ code: 200, message: '', data: answer }, null, 2)],
  ['its data', ` ${JSON.stringify(answer)}`],
  ['the keys alone', `${first.toUpperCase()},\n${second}\n`],
])('are read from %s', (_, text) => {
  expect(readPublished(text)?.receiptKeys).toEqual([first, second])
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
  expect(readPublished(text)).toBeNull()
})

it('says who sent anchors at a time', () => {
  const { anchors } = readPublished(JSON.stringify({ data: answer }))!
  expect(['2026-04-30', '2026-05-01', '2026-05-02'].map((day) => senderAt(anchors, Date.parse(day)))).toEqual([undefined, '0xA1', '0xA2'])
  expect(readPublished(first)?.anchors).toEqual([])
})
