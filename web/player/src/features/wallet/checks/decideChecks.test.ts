import { describe, expect, it } from 'vitest'
import { against, isEvident, leastAt, midnightOf, savedOf, standingOf, worstOf } from './decideChecks'

it('is saved as the answer that verifiers read, with both texts, and is evidence where the answer alone does not lead to the text', () => {
  const answer = { proof: {}, txHash: '0x0b', signature: 'ab', key: 'cd' }
  const saved: unknown = JSON.parse(savedOf({ day: '2026-11-30', verdict: null, answer, text: 'second', seen: 'first' }))
  expect(saved).toEqual({ ...answer, text: 'second', seen: 'first', day: '2026-11-30' })
  const reasons = ['root', 'totals', 'same_leaf', 'too_little', 'second_text', 'receipt_key', 'signature', 'somebody'] as const
  expect(reasons.filter((reason) => isEvident({ kind: 'differs', reason }))).toEqual(['root', 'totals', 'same_leaf'])
  expect(isEvident({ kind: 'unread', what: 'chain', owed: [0n, 0n, 0n] })).toBe(false)
})

describe('what was counted', () => {
  it('is marked by what was found', () => {
    expect(standingOf({ kind: 'fits' })).toBe('ok')
    expect(standingOf({ kind: 'unread' })).toBe('unread')
    expect(standingOf({ kind: 'differs' })).toBe('failed')
  })
})

it('was counted at the midnight that the name of a snapshot says, and never at one to come', () => {
  const midnight = Date.parse('2026-11-20T16:00:00Z')
  expect(midnightOf('20261120', midnight)).toBe(midnight)
  expect(midnightOf('20261120', midnight - 1)).toBeNull()
  for (const name of ['99991231', '20260230', '2026-11-20', '20261', 'soon', '']) expect(midnightOf(name, midnight), name).toBeNull()
})

describe('what there was at least at the midnight', () => {
  const at = Date.parse('2026-11-20T16:00:00Z')
  const [before, after] = ['2026-11-20T15:59:59Z', '2026-11-20T16:00:00Z']
  const held = {
    list: [
      { currency: 'USDT', total: '1.5' },
      { currency: 'ETLD', total: '2' },
    ] as const,
    gamePoints: 3,
  }
  const all = [153_000_000n, 200_000_000n, 0n] as const
  const moved = (postedAt: string, amount: string, currency: 'USDT' | 'ETLD' | 'GP', subType = '') =>
    ({ postedAt, amount, currency, type: 'internal_transfer', subType }) as never

  it.each([
    ['all that there is where nothing moved, points included', [], all],
    ['all that there is where what moved was before', [moved(before, '1', 'USDT')], all],
    ['less by what came in since', [moved(after, '1', 'USDT'), moved(after, '0.5', 'USDT'), moved(after, '2', 'ETLD')], [3_000_000n, 0n, 0n]],
    ['less by the points that were won since', [moved(after, '2', 'GP')], [151_000_000n, 200_000_000n, 0n]],
    ['less by a debit that was given back, which nobody counts meanwhile', [moved(after, '1', 'USDT', 'debit_returned')], [53_000_000n, 200_000_000n, 0n]],
    ['nothing where more came in than there is', [moved(after, '9', 'USDT')], [0n, 200_000_000n, 0n]],
    ['not less by what was locked, paid out or spent since', [moved(after, '-9', 'USDT'), moved(after, '-9', 'ETLD')], all],
    ['not less by what was the own before', [moved(after, '1', 'USDT', 'principal_returned'), moved(after, '2', 'GP', 'game_points_in')], all],
  ] as const)('is %s', (_, rows, want) => expect(leastAt(at, held, { rows, isWhole: true })).toEqual(want))

  it('is not known where the movements do not reach back', () => expect(leastAt(at, held, { rows: [], isWhole: false })).toBeNull())

  it.each([
    ['enough was counted', { kind: 'fits', owed: all }, all, 'same'],
    ['more was counted, as what is held elsewhere', { kind: 'fits', owed: [999_000_000n, 200_000_000n, 1n] }, all, 'same'],
    ['an atom less was counted', { kind: 'fits', owed: [152_999_999n, 200_000_000n, 0n] }, all, 'too_little'],
    ['less was counted, and the chain was not read', { kind: 'unread', what: 'chain', owed: [0n, 200_000_000n, 0n] }, all, 'too_little'],
    ['too much moved to tell', { kind: 'fits', owed: [0n, 0n, 0n] }, null, { kind: 'unread', what: 'movements', owed: [0n, 0n, 0n] }],
    ['too much moved to tell, and the chain was not read', { kind: 'unread', what: 'chain', owed: [0n, 0n, 0n] }, null, 'same'],
    ['too much moved to tell whether there was anything', null, null, { kind: 'unread', what: 'movements', owed: [0n, 0n, 0n] }],
    ['a proof differs anyway', { kind: 'differs', reason: 'root' }, all, 'same'],
    ['the platform says there was nothing', null, all, 'left_out'],
    ['there was nothing', null, [0n, 0n, 0n], 'same'],
  ] as const)('%s', (_, verdict, least, want) => {
    const found = against(verdict, least, 0)
    if (want === 'same') expect(found).toBe(verdict)
    else expect(found).toEqual(typeof want === 'string' ? { kind: 'differs', reason: want } : want)
  })

  it('is of the last midnight: an older count does not stand for it', () => {
    const hour = 3_600_000
    expect(against({ kind: 'fits', owed: all }, all, 30 * hour)).toEqual({ kind: 'fits', owed: all })
    expect(against({ kind: 'fits', owed: all }, all, 30 * hour + 1)).toEqual({ kind: 'unread', what: 'late', owed: all })
    expect(against(null, [0n, 0n, 0n], 30 * hour + 1)).toEqual({ kind: 'unread', what: 'late', owed: [0n, 0n, 0n] })
    expect(against(null, all, 30 * hour + 1)).toEqual({ kind: 'differs', reason: 'left_out' })
  })
})

it('stands for the worst of several', () => {
  expect(worstOf([])).toBeNull()
  expect(worstOf(['ok', 'ok'])).toBe('ok')
  expect(worstOf(['ok', 'unread'])).toBe('unread')
  expect(worstOf(['unread', 'failed', 'ok'])).toBe('failed')
})
