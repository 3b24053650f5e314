import { compareAmounts } from '@kit/amount/compare'
import type { Sending } from '@core/command/pending'
import { prizes } from '@kit/game/prizes'
import type { Protection, RoundSummary } from './contract'
import type { EntryReceipt } from '@core/rounds/receipts'

/** Bounds of an entry, in points. */
interface StakeBounds {
  stakeMin: number
  stakeMax: number
  stakeStep: number
}

/** Prizes that are any, in tenths, the largest first. */
export const winningPrizes: readonly number[] = prizes.filter((tenths) => tenths > 0)

/** How many boxes hold nothing. */
export const emptyBoxes = prizes.length - winningPrizes.length

/** What an amount wins in each of the winning boxes. */
export function possibleWins(amount: number): { tenths: number; win: number }[] {
  return winningPrizes.map((tenths) => ({ tenths, win: (amount * tenths) / 10 }))
}

/** When a box is opened: by its number, the player's own last; what the boxes hold has no part in it. */
export function turnOf(box: number, mine: number | undefined): number {
  if (mine === undefined || box < mine) return box - 1
  return box === mine ? prizes.length - 1 : box - 2
}

/** Where the round stands: as the server said, or past its lock by the clock. */
export type RoundPhase = RoundSummary['state']

export function phaseOf({ state, lockAt }: Pick<RoundSummary, 'state' | 'lockAt'>, nowMs: number): RoundPhase {
  return state === 'open' && nowMs >= Date.parse(lockAt) ? 'locked' : state
}

/** A round of the list, or a run of at least two that nobody took part in; both newest first. */
export type Past = { round: RoundSummary } | { first: string; last: string }

/** Rounds that nobody took part in say so once for all that follow each other. */
export function foldEmpty(rounds: readonly RoundSummary[]): Past[] {
  const list: Past[] = []
  for (const round of rounds) {
    const before = list.at(-1)
    if (round.state !== 'empty' || before === undefined || ('round' in before && before.round.state !== 'empty')) list.push({ round })
    else list[list.length - 1] = { first: round.period, last: 'round' in before ? before.round.period : before.last }
  }
  return list
}

const freshMs = 900_000

/** Whether somebody joined a round so long ago that its result has waited for ten minutes and another round matters more. */
export function isLongAgo({ atMs }: Pick<EntryReceipt, 'atMs'>, nowMs: number): boolean {
  return nowMs - atMs > freshMs
}

const openEveryMs = 10_000
const soonEveryMs = 1_500

/**
 * How soon to ask for the round again: often while something is to be decided, rarely while it is open. Who takes part
 * in a live app is told of the draw, so once the lock is known there is nothing to look for.
 */
export function askAgainMs(current: Pick<RoundSummary, 'state' | 'lockAt' | 'mine'> | undefined, nowMs: number, isLive: boolean): number {
  if (!current) return openEveryMs
  const phase = phaseOf(current, nowMs)
  if (phase === 'locked' || phase === 'waiting') return isLive && current.mine !== null && current.state !== 'open' ? openEveryMs : soonEveryMs
  return Math.max(soonEveryMs, phase === 'open' ? Math.min(openEveryMs, Date.parse(current.lockAt) - nowMs + 500) : openEveryMs / 2)
}

/** What the player has to do or to wait for before he may play at all. */
export type GuardKind = 'no_age' | 'on_break' | 'reality' | 'limit'

/** What stands between the player and taking part, and so what the button says. */
export type JoinStep =
  | 'joining'
  | 'unanswered'
  | 'awaited'
  | 'joined'
  | 'paused'
  | 'closed'
  | GuardKind
  | 'no_box'
  | 'no_amount'
  | 'wrong_amount'
  | 'over_limit'
  | 'no_points'
  | 'ready'

interface StepInput {
  phase: RoundPhase
  hasJoined: boolean
  /** Entries are not taken at present, though the round is open. */
  isPaused: boolean
  /** What protects the player; undefined while it is not known, and then the server alone decides. */
  protection: Protection | undefined
  box: number | null
  amount: number | null
  points: number
  bounds: StakeBounds
  sending: Sending
}

/** Decides the next step. The server decides again; this only spares a call that cannot succeed. */
export function decideStep({ phase, hasJoined, isPaused, protection, box, amount, points, bounds, sending }: StepInput): JoinStep {
  if (sending !== 'idle') return sending === 'sending' ? 'joining' : sending
  if (hasJoined) return 'joined'
  const guarded = protection ? guardOf(protection, bounds) : null
  if (guarded) return guarded
  if (phase !== 'open') return 'closed'
  if (isPaused) return 'paused'
  if (box === null) return 'no_box'
  if (amount === null) return 'no_amount'
  if (!isStake(amount, bounds)) return 'wrong_amount'
  if (protection && amount > dayRest(protection)) return 'over_limit'
  return points < amount ? 'no_points' : 'ready'
}

/** In the server's order. Who has less left of a day than the least entry has reached his limit. */
export function guardOf(protection: Protection, { stakeMin }: Pick<StakeBounds, 'stakeMin'>): GuardKind | null {
  const { adultAt, break: rest, reality } = protection
  if (rest !== null) return 'on_break'
  if (adultAt === null) return 'no_age'
  if (reality.isDue) return 'reality'
  return dayRest(protection) < stakeMin ? 'limit' : null
}

/** Whether the round goes on without the player, so that nothing of it is to draw him in. */
export function isWithout(protection: Protection | undefined, bounds: Pick<StakeBounds, 'stakeMin'>): boolean {
  const guard = protection ? guardOf(protection, bounds) : null
  return guard === 'on_break' || guard === 'limit'
}

/** The most that the player's limits leave him for an entry today. */
export function dayRest({ stake, loss }: Pick<Protection, 'stake' | 'loss'>): number {
  return Math.min(stake.rest, loss.rest)
}

const usualStakes = [100, 200, 500, 1000]

/** The stakes to choose from: a few small ones. Nothing proposes to stake all there is. */
export function stakeChoices(protection: Protection | undefined, { stakeMin, stakeMax }: StakeBounds): number[] {
  const most = Math.min(stakeMax, protection ? dayRest(protection) : stakeMax)
  return usualStakes.filter((stake) => stake >= stakeMin && stake <= most)
}

const packPoints = 100

/** How many points to get for an entry that is more than there are: they are sold by the hundred. */
export function missingPoints(amount: number, points: number): number {
  return Math.ceil((amount - points) / packPoints) * packPoints
}

/** Whether an entry may have this amount. */
export function isStake(amount: number, { stakeMin, stakeMax, stakeStep }: StakeBounds): boolean {
  return Number.isInteger(amount) && amount >= stakeMin && amount <= stakeMax && amount % stakeStep === 0
}

const pointsPerUsdt = 100

/** What points are worth in USDT: a hundred for one, without a fee. */
export function usdtOf(points: number): string {
  return `${Math.floor(points / pointsPerUsdt)}.${String(points % pointsPerUsdt).padStart(2, '0')}`
}

/** In buys points for USDT, out exchanges them back. */
export type Direction = 'in' | 'out'

/** The most points of one exchange, and in what steps they are bought. */
export const exchangeMax = 100_000
const buyStep = 100

interface ExchangeFacts {
  direction: Direction
  amount: number | null
  /** What is held of either; undefined while it is not known. */
  usdt: string | undefined
  points: number | undefined
}

/** What stands against an exchange: a figure that none takes, or more than is held. */
export function decideExchange({ direction, amount, usdt, points }: ExchangeFacts): 'rule' | 'short' | null {
  if (amount === null) return null
  const step = direction === 'in' ? buyStep : 1
  if (amount < step || amount > exchangeMax || amount % step !== 0) return 'rule'
  const isShort = direction === 'in' ? usdt !== undefined && compareAmounts(usdt, usdtOf(amount)) < 0 : points !== undefined && points < amount
  return isShort ? 'short' : null
}

/** A prize as people read it, from tenths. */
export function multipleOf(tenths: number): string {
  return `${Math.floor(tenths / 10)}.${tenths % 10}`
}
