import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashOfStatement, type Statement } from '@kit/dividend/statement'
import { dividedBy, rowsDue, withOpenings } from './decideDividends'

describe('a dividend', () => {
  const row = { node: 'ab', weight: 30, amount: '2' }
  const empty: Statement = {
    format: 'etld dividend 1',
    month: '2026-10',
    level: 'king',
    cutOff: '2026-10-31T16:00:00Z',
    paidAt: '2026-11-01T04:00:00Z',
    newPurchases: '200',
    repurchases: '0',
    opening: '0',
    shares: '2',
    funded: '0',
    pool: '2',
    floorNodes: 0,
    weights: 30,
    base: 30,
    divided: '2',
    toInterestPool: '0',
    carried: '0',
    rows: [row],
    hash: '',
  }
  const statement = { ...empty, hash: hashOfStatement(empty) }
  const { hash } = statement

  it('that was divided as it should is not looked up whole: what the month brought is the word of the platform', () =>
    expect(dividedBy(statement, statement, { told: [{ ...row, amount: '2.00' }], due: [{ node: 'ab', weight: 30 }], seen: hash })).toEqual({
      month: '2026-10',
      level: 'king',
      verdict: { kind: 'unread' },
    }))

  it('that is not there leaves the nodes out that were to be in it', () =>
    expect(dividedBy(statement, null, { told: [], due: [{ node: 'ab', weight: 30 }], seen: null }).verdict).toEqual({ kind: 'differs', reason: 'left_out' }))

  it.each([
    ['lacks a node that the user has, which the platform does not name either', { node: 'cd', weight: 30 }],
    ['gives a node of the user fewer days', { node: 'ab', weight: 31 }],
  ])('%s', (_, due) =>
    expect(dividedBy(statement, statement, { told: [row], due: [due], seen: hash }).verdict).toEqual({ kind: 'differs', reason: 'left_out' }),
  )

  it.each([
    ['is of another month', { ...statement, month: '2026-09' }, [row], hash, 'times'],
    ['is of another level', { ...statement, level: 'star' }, [row], hash, 'times'],
    ['does not add up', { ...statement, pool: '3' }, [row], hash, 'sums'],
    ['was shown differently before', statement, [row], 'ef', 'second'],
    ['lacks a node of the user', statement, [row, { ...row, node: 'cd' }], hash, 'left_out'],
    ['pays a node of the user less', statement, [{ ...row, amount: '2.5' }], hash, 'left_out'],
  ] as const)('%s', (_, shown, mine, seen, reason) =>
    expect(dividedBy(statement, shown, { told: mine, due: [], seen }).verdict).toEqual({ kind: 'differs', reason }),
  )
})

it('holds the nodes that were active at the cut-off, by the hash of their number and their days', () => {
  const nodes = [
    { nodeNo: '1', level: 'king' as const, activeAt: '2026-09-01T00:00:00Z' },
    { nodeNo: '2', level: 'king' as const, activeAt: '2026-10-31T16:00:00Z' },
    { nodeNo: '3', level: 'king' as const, activeAt: '2026-10-31T16:00:00.000001Z' },
    { nodeNo: '4', level: 'star' as const, activeAt: '2026-10-21T16:00:00.000001Z' },
    { nodeNo: '5', level: 'star' as const, activeAt: '2026-10-21T15:59:59.999999Z' },
    { nodeNo: '6', level: 'star' as const, activeAt: null },
  ]
  const hashOf = (nodeNo: string) => createHash('sha256').update(`etld node ${nodeNo}`).digest('hex')
  expect(rowsDue(nodes, '2026-10', 'king')).toEqual([
    { node: hashOf('1'), weight: 30 },
    { node: hashOf('2'), weight: 0 },
  ])
  expect(rowsDue(nodes, '2026-10', 'star')).toEqual([
    { node: hashOf('4'), weight: 9 },
    { node: hashOf('5'), weight: 10 },
  ])
})

it('opens with what the month before carried', () => {
  const of = (month: string, level: Statement['level'], opening: string, carried: string) => ({
    statement: { opening, carried } as Statement,
    divided: { month, level, verdict: { kind: 'unread' as const } },
  })
  const first = of('2026-12', 'king', '0', '0.00000002')
  const reasons = (...list: Parameters<typeof withOpenings>[0]) => withOpenings(list).map(({ verdict }) => ('reason' in verdict ? verdict.reason : null))
  expect(reasons(of('2027-01', 'king', '0.00000002', '0'), first)).toEqual([null, null])
  expect(reasons(of('2027-01', 'king', '0', '0'), first)).toEqual(['carried', null])
  // Another level, a month between, or no statement says nothing.
  expect(reasons(of('2027-01', 'star', '0', '0'), of('2027-02', 'king', '0', '0'), { ...first, statement: null }, first)).toEqual([null, null, null, null])
})
