import { describe, expect, it } from 'vitest'
import { against, standingOf, untouchedSince } from './decideChecks'

describe('what was counted', () => {
  it('is marked by what was found', () => {
    expect(standingOf({ kind: 'fits', owed: [0n, 0n, 0n] })).toBe('ok')
    expect(standingOf({ kind: 'unread', what: 'chain', owed: [0n, 0n, 0n] })).toBe('unread')
    expect(standingOf({ kind: 'differs', reason: 'root' })).toBe('failed')
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
