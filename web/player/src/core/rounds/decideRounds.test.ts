import { describe, expect, it } from 'vitest'
import { ApiError } from '@kit/api/faults'
import type { Verdict } from '@kit/game/verify'
import { askRoundAgainMs, failureOf, hasOwnBeacon, lackOf, outcomeOf, rootToNote, standingOf } from './decideRounds'

describe('what a verification came to', () => {
  const checks = (...verdicts: Verdict[]) => verdicts.map((verdict) => ({ step: 'anchor' as const, verdict }))
  it.each([
    ['everything fits', checks('ok', 'open'), 'ok', 'ok'],
    ['something was not looked up', checks('ok', 'unread'), 'unread', 'unread'],
    ['something does not fit', checks('unread', 'failed'), 'anchor', 'failed'],
  ])('is shown where %s', (_, given, outcome, standing) => {
    expect(outcomeOf(given)).toBe(outcome)
    expect(standingOf(outcome)).toBe(standing)
  })

  it('names the step that failed first', () => {
    expect(
      failureOf([
        { step: 'entries', verdict: 'ok' },
        { step: 'root', verdict: 'failed' },
        { step: 'board', verdict: 'failed' },
      ]),
    ).toBe('root')
    expect(failureOf([{ step: 'receipt', verdict: 'open' }])).toBeNull()
  })
})

it('notes a root only two seconds before the beacon and earlier', () => {
  const beaconAt = Date.parse('2025-06-01T04:04:45Z')
  const round = { period: '20250601-145', root: 'ab' }
  expect(rootToNote(round, beaconAt - 2_001)).toBe('ab')
  expect(rootToNote(round, beaconAt - 2_000)).toBeNull()
  expect(rootToNote({ ...round, root: '' }, beaconAt - 9_000)).toBeNull()
  expect(rootToNote({ ...round, period: 'today' }, 0)).toBeNull()
})

it('is missing where the platform says so, and endless where it is not over a day after its lock', () => {
  const [period, lockAt, hour] = ['20250601-145', Date.parse('2025-06-01T04:04:30Z'), 3_600_000]
  const notFound = new ApiError('/api/game/round', 1005, 'Not found', null)
  const waiting = { data: { state: 'waiting' as const }, error: null, dataUpdatedAt: lockAt + 25 * hour + 1 }
  expect(lackOf(period, { ...waiting, data: undefined, dataUpdatedAt: 0 })).toBeNull()
  expect(lackOf(period, { ...waiting, data: undefined, error: new Error('away') })).toBeNull()
  expect(lackOf(period, { ...waiting, data: undefined, error: notFound })).toBe('missing')
  // What the device kept of an earlier answer does not stand for it.
  expect(lackOf(period, { ...waiting, error: notFound })).toBe('missing')
  expect(lackOf(period, waiting)).toBe('endless')
  // An answer of before, and one that nothing confirms, say how it stood then.
  expect(lackOf(period, { ...waiting, dataUpdatedAt: lockAt + 25 * hour })).toBeNull()
  expect(lackOf(period, { ...waiting, error: new Error('away') })).toBeNull()
  for (const state of ['drawn', 'refunded', 'empty'] as const) expect(lackOf(period, { ...waiting, data: { state } })).toBeNull()
})

describe('a round', () => {
  const mine = { entryNo: 1, box: 3, amount: 100, state: 'not_drawn' as const, win: 0, receipt: '', receiptKey: '', player: '' }
  it('that is looked at is asked for often until its root is shown', () => {
    expect(askRoundAgainMs(undefined, true)).toBe(2_000)
    expect(askRoundAgainMs({ state: 'locked', root: '', mine }, true)).toBe(2_000)
    expect(askRoundAgainMs({ state: 'locked', root: 'ab', mine }, true)).toBe(10_000)
    expect(askRoundAgainMs({ state: 'locked', root: 'ab', mine }, false)).toBe(2_000)
    expect(askRoundAgainMs({ state: 'waiting', root: 'ab', mine: null }, true)).toBe(2_000)
    expect(askRoundAgainMs({ state: 'drawn', root: 'ab', mine }, false)).toBe(60_000)
  })
})

it('believes the server about a beacon of its own in a demo alone', () => {
  const demo = { demo: true, beaconIsLocal: true, genesisHash: `0x${'ab'.repeat(32)}` }
  expect(hasOwnBeacon(demo)).toBe(true)
  for (const change of [
    { demo: false },
    { beaconIsLocal: false },
    { genesisHash: '' },
    { genesisHash: '0x0D21840abff46b96c84b2ac9e10e4f5cdaeb5693cb665db62a2f3b02d2d57b5b' },
  ])
    expect(hasOwnBeacon({ ...demo, ...change }), JSON.stringify(change)).toBe(false)
})
