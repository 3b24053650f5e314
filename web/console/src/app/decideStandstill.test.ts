import { expect, test } from 'vitest'
import { decideStandstill } from './decideStandstill'

const since = '2026-11-20T04:00:00Z'

test('what one check stopped stands together, in the words of what it found', () => {
  const one = { what: 'part', reason: 'Automatic check: I9, I10', detail: '', since, call: 'emergency/change' } as const
  expect(
    decideStandstill([
      { ...one, name: 'sales' },
      { ...one, name: 'game' },
    ]),
  ).toEqual([{ what: 'part', parts: ['sales', 'game'], names: [], reason: '', detail: '', broken: ['I9', 'I10'], since }])
})

test('what people stopped, and networks and prices, keep their own reasons', () => {
  const standing = decideStandstill([
    { what: 'part', name: 'swap', reason: 'a feed is looked into', detail: '', since, call: 'emergency/change' },
    { what: 'payouts', name: 'BEP-20', reason: 'stopped_by_operator', detail: 'an unknown transaction', call: 'payouts/resume' },
    { what: 'prices', name: 'ETH', reason: 'jump', detail: '', call: 'prices/resume' },
  ])
  expect(standing.map(({ parts, names, reason, detail }) => [...parts, ...names, reason, detail])).toEqual([
    ['swap', 'a feed is looked into', ''],
    ['BEP-20', 'stopped_by_operator', 'an unknown transaction'],
    ['ETH', 'jump', ''],
  ])
})

test('a check of which nothing is known is told as it is', () => {
  const [standing] = decideStandstill([{ what: 'part', name: 'novel', reason: 'Automatic check: I99', detail: '', since, call: 'emergency/change' }])
  expect(standing).toMatchObject({ parts: [], names: ['novel'], reason: 'Automatic check: I99', broken: [] })
})
