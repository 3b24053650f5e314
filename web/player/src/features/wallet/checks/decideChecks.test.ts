import { describe, expect, it } from 'vitest'
import type { Statement } from '@kit/dividend/statement'
import { hashOfStatement } from '@kit/dividend/statement'
import { against, dividedBy, firstLineOf, standingOf, untouchedSince, worstOf } from './decideChecks'

describe('what was counted', () => {
  it('is marked by what was found', () => {
    expect(standingOf({ kind: 'fits' })).toBe('ok')
    expect(standingOf({ kind: 'unread' })).toBe('unread')
    expect(standingOf({ kind: 'differs' })).toBe('failed')
  })
})

describe('what stood untouched since the midnight', () => {
  const at = '2026-11-20T16:00:00Z'
  const held = {
    list: [
      { currency: 'USDT', available: '1.5' },
      { currency: 'ETLD', available: '2' },
    ] as const,
    gamePoints: 3,
  }
  const least = [153_000_000n, 200_000_000n, 0n] as const

  it('is what is available, points included', () => {
    expect(untouchedSince(at, held, [])).toEqual(least)
    expect(untouchedSince(at, held, [{ postedAt: '2026-11-20T15:59:59Z' }])).toEqual(least)
  })

  it('is not known once anything was posted, however early it took effect', () =>
    expect(untouchedSince(at, held, [{ postedAt: '2026-11-20T15:59:59Z' }, { postedAt: at }])).toBeNull())

  it.each([
    ['enough was counted', { kind: 'fits', owed: least }, least, { kind: 'fits', owed: least }],
    ['more was counted, as what is held elsewhere', { kind: 'fits', owed: [999_000_000n, 200_000_000n, 1n] }, least, 'same'],
    ['an atom less was counted', { kind: 'fits', owed: [152_999_999n, 200_000_000n, 0n] }, least, 'too_little'],
    ['less was counted, and the chain was not read', { kind: 'unread', what: 'chain', owed: [0n, 200_000_000n, 0n] }, least, 'too_little'],
    ['something moved since', { kind: 'fits', owed: [0n, 0n, 0n] }, null, 'same'],
    ['a proof differs anyway', { kind: 'differs', reason: 'root' }, least, 'same'],
    ['the platform says there was nothing', null, least, 'left_out'],
    ['there was nothing', null, [0n, 0n, 0n], 'same'],
  ] as const)('%s', (_, verdict, stood, want) => {
    const found = against(verdict, stood)
    if (want === 'same') expect(found).toBe(verdict)
    else expect(found).toEqual(typeof want === 'string' ? { kind: 'differs', reason: want } : want)
  })
})

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
    expect(dividedBy(statement, [{ ...row, amount: '2.00' }], hash)).toEqual({ month: '2026-10', level: 'king', verdict: { kind: 'unread' } }))

  it.each([
    ['does not add up', { ...statement, pool: '3' }, [row], hash, 'sums'],
    ['was shown differently before', statement, [row], 'ef', 'second'],
    ['lacks a node of the user', statement, [row, { ...row, node: 'cd' }], hash, 'left_out'],
    ['pays a node of the user less', statement, [{ ...row, amount: '2.5' }], hash, 'left_out'],
  ] as const)('%s', (_, shown, mine, seen, reason) => expect(dividedBy(shown, [...mine], seen).verdict).toEqual({ kind: 'differs', reason }))
})

describe('the public log', () => {
  it('is read from the line on that a snapshot binds, and not from long ago', () => {
    const link = (number: number) => ({ number, hash: '' })
    expect(firstLineOf(900, link(700), link(650))).toBe(700)
    expect(firstLineOf(900, null, link(650))).toBe(650)
    expect(firstLineOf(900, null, null)).toBe(900)
    expect(firstLineOf(900, link(3), null)).toBe(421)
    expect(firstLineOf(2, null, link(9))).toBe(2)
  })
})

it('stands for the worst of several', () => {
  expect(worstOf([])).toBeNull()
  expect(worstOf(['ok', 'ok'])).toBe('ok')
  expect(worstOf(['ok', 'unread'])).toBe('unread')
  expect(worstOf(['unread', 'failed', 'ok'])).toBe('failed')
})
