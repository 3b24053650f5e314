import { describe, expect, it } from 'vitest'
import type { Protection, RoundSummary } from './contract'
import {
  askAgainMs,
  decideExchange,
  decideStep,
  emptyBoxes,
  foldEmpty,
  isStake,
  isLongAgo,
  isWithout,
  missingPoints,
  multipleOf,
  phaseOf,
  possibleWins,
  stakeChoices,
  turnOf,
  usdtOf,
  winningPrizes,
  type JoinStep,
} from './decideGame'

const lockAt = '2026-06-01T04:04:30Z'
const bounds = { stakeMin: 100, stakeMax: 5000, stakeStep: 10 }
const now = Date.parse('2026-06-01T04:00:10Z')

describe('an exchange of points', () => {
  it.each([
    ['in', null, null],
    ['in', 100, null],
    ['in', 500, null],
    ['in', 600, 'short'],
    ['in', 150, 'rule'],
    ['in', 0, 'rule'],
    ['in', 100_100, 'rule'],
    ['out', 1, null],
    ['out', 77, null],
    ['out', 78, 'short'],
    ['out', 0, 'rule'],
    ['out', 100_001, 'rule'],
  ] as const)('%s of %s is stopped by %s', (direction, amount, obstacle) => {
    expect(decideExchange({ direction, amount, usdt: '5.004', points: 77 })).toBe(obstacle)
  })

  it('is not short of what is not known', () => {
    expect(decideExchange({ direction: 'in', amount: 600, usdt: undefined, points: undefined })).toBeNull()
    expect(decideExchange({ direction: 'out', amount: 600, usdt: undefined, points: undefined })).toBeNull()
  })
})

it('boxes open by their numbers, the own one last', () => {
  const boxes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  expect(boxes.map((box) => turnOf(box, 3))).toEqual([0, 1, 9, 2, 3, 4, 5, 6, 7, 8])
  expect(boxes.map((box) => turnOf(box, undefined))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

describe('past rounds', () => {
  it('that nobody took part in stand in one row for all that follow each other', () => {
    const round = (period: string, state: string) => ({ period, state }) as RoundSummary
    const rounds = [round('9', 'empty'), round('8', 'drawn'), round('7', 'empty'), round('6', 'empty'), round('5', 'empty'), round('4', 'drawn')]
    expect(foldEmpty(rounds)).toEqual([{ round: rounds[0] }, { round: rounds[1] }, { first: '5', last: '7' }, { round: rounds[5] }])
    expect(foldEmpty(rounds.slice(2, 5))).toEqual([{ first: '5', last: '7' }])
    expect(foldEmpty([])).toEqual([])
  })
})

describe('the odds', () => {
  it('are those of the rules', () => {
    expect([winningPrizes, emptyBoxes]).toEqual([[40, 25, 18, 14], 6])
    expect(winningPrizes.reduce((sum, tenths) => sum + tenths, 0)).toBe(97)
    expect(possibleWins(500).map(({ win }) => win)).toEqual([2000, 1250, 900, 700])
    expect(winningPrizes.map(multipleOf)).toEqual(['4.0', '2.5', '1.8', '1.4'])
  })

  it('are played for points, a hundred for one USDT', () => {
    expect([0, 1, 99, 100, 12_345].map(usdtOf)).toEqual(['0.00', '0.01', '0.99', '1.00', '123.45'])
  })

  it('bound an entry', () => {
    expect([100, 5000, 110].every((amount) => isStake(amount, bounds))).toBe(true)
    expect([0, 90, 105, 5010, 100.5, NaN].some((amount) => isStake(amount, bounds))).toBe(false)
  })
})

const reality = { isDue: false, since: null, elapsedSeconds: 0, rounds: 0, staked: 0, won: 0, net: 0 }
const limit = { limit: 10_000, most: 50_000, used: 0, rest: 10_000, raise: null, raiseFrom: null }
const protection: Protection = { stake: limit, loss: limit, adultAt: lockAt, break: null, reality, dayEndsAt: lockAt, serverTime: lockAt }
const rest = { kind: '7d' as const, from: lockAt, until: lockAt }

describe('an entry', () => {
  it.each([
    ['the limits are far', 5000, [100, 200, 500, 1000]],
    ['a limit leaves little', 200, [100, 200]],
    ['a limit leaves less than the least entry', 50, []],
  ])('proposes small stakes, never all there is, while %s', (_, rest, wanted) => {
    expect(stakeChoices({ ...protection, loss: { ...limit, rest } }, bounds)).toEqual(wanted)
  })

  it('says how many points to get for it, by the hundred', () => {
    expect([missingPoints(500, 0), missingPoints(500, 460), missingPoints(110, 0)]).toEqual([500, 100, 200])
  })

  it('goes on without somebody on a break or at a limit, and draws in nobody else', () => {
    expect([isWithout({ ...protection, break: rest }, bounds), isWithout({ ...protection, loss: { ...limit, rest: 0 } }, bounds)]).toEqual([true, true])
    expect([isWithout(protection, bounds), isWithout(undefined, bounds)]).toEqual([false, false])
  })
})

describe('a round', () => {
  it('was long ago ten minutes after the latest moment at which it ended', () => {
    expect([900_000, 900_001].map((ms) => isLongAgo({ atMs: now }, now + ms))).toEqual([false, true])
  })

  it('is locked by the clock before the server says so', () => {
    expect(phaseOf({ state: 'open', lockAt }, Date.parse(lockAt) - 1)).toBe('open')
    expect(phaseOf({ state: 'open', lockAt }, Date.parse(lockAt))).toBe('locked')
    expect(phaseOf({ state: 'drawn', lockAt }, now)).toBe('drawn')
  })

  const mine = { entryNo: 1, box: 3, amount: 100, state: 'not_drawn' as const, win: 0, receipt: '', receiptKey: '', player: '' }
  it('is asked for often while it is decided, and just after its lock', () => {
    expect(askAgainMs(undefined, now, false)).toBe(10_000)
    expect(askAgainMs({ state: 'open', lockAt, mine: null }, now, false)).toBe(10_000)
    expect(askAgainMs({ state: 'open', lockAt, mine: null }, Date.parse(lockAt) - 4_000, false)).toBe(4_500)
    expect(askAgainMs({ state: 'open', lockAt, mine: null }, Date.parse(lockAt), false)).toBe(1_500)
    expect(askAgainMs({ state: 'waiting', lockAt, mine: null }, now, false)).toBe(1_500)
    expect(askAgainMs({ state: 'drawn', lockAt, mine: null }, now, false)).toBe(5_000)
  })

  it('is asked for rarely by who takes part in it and is told', () => {
    expect(askAgainMs({ state: 'waiting', lockAt, mine }, now, true)).toBe(10_000)
    expect(askAgainMs({ state: 'waiting', lockAt, mine }, now, false)).toBe(1_500)
    expect(askAgainMs({ state: 'waiting', lockAt, mine: null }, now, true)).toBe(1_500)
    expect(askAgainMs({ state: 'open', lockAt, mine }, Date.parse(lockAt), true)).toBe(1_500)
  })
})

describe('the step', () => {
  const cases: [string, Partial<Parameters<typeof decideStep>[0]>, JoinStep][] = [
    ['everything', {}, 'ready'],
    ['no box', { box: null }, 'no_box'],
    ['no amount', { amount: null }, 'no_amount'],
    ['an amount out of steps', { amount: 105 }, 'wrong_amount'],
    ['more than a limit of the day leaves', { protection: { ...protection, loss: { ...limit, rest: 499 } } }, 'over_limit'],
    ['just what a limit leaves', { protection: { ...protection, stake: { ...limit, rest: 500 } } }, 'ready'],
    ['less left of a limit than the least entry', { protection: { ...protection, stake: { ...limit, rest: 99 } }, box: null }, 'limit'],
    ['a limit of 0, and no points', { protection: { ...protection, loss: { ...limit, limit: 0, rest: 0 } }, points: 0 }, 'limit'],
    ['an entry already that reached the limit', { protection: { ...protection, stake: { ...limit, rest: 0 } }, hasJoined: true }, 'joined'],
    ['too few points', { points: 499 }, 'no_points'],
    ['an entry already', { hasJoined: true, phase: 'locked' }, 'joined'],
    ['a locked round', { phase: 'locked', box: null }, 'closed'],
    ['a pause', { isPaused: true }, 'paused'],
    ['nothing known of protection', { protection: undefined }, 'ready'],
    ['no word of age', { protection: { ...protection, adultAt: null }, phase: 'locked' }, 'no_age'],
    ['a break, whatever else', { protection: { ...protection, adultAt: null, break: rest } }, 'on_break'],
    ['a reality check', { protection: { ...protection, reality: { ...reality, isDue: true } } }, 'reality'],
    ['an entry already, and a check due since', { protection: { ...protection, reality: { ...reality, isDue: true } }, hasJoined: true }, 'joined'],
    ['an order on its way', { sending: 'sending', hasJoined: true }, 'joining'],
    ['no answer', { sending: 'unanswered' }, 'unanswered'],
  ]
  it.each(cases)('with %s', (_, given, wanted) => {
    expect(
      decideStep({ phase: 'open', hasJoined: false, isPaused: false, protection, box: 3, amount: 500, points: 500, bounds, sending: 'idle', ...given }),
    ).toBe(wanted)
  })
})
