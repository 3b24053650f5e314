import type { AppInfo } from '@kit/api/contract'
import { isNotFound } from '@kit/api/faults'
import { roundAt, timeOf } from '@kit/game/beacon'
import { timesOf } from '@kit/game/period'
import type { Check, Step as VerifyStep } from '@kit/game/verify'
import { onServersClock } from '@kit/time/clock'
import type { Standing } from '@kit/ui/VerdictMark'
import { demoOf, latestNow, type World } from '../session/world'
import type { RoundAnswer } from './contract'

/** Whether nothing of a round changes any more. */
export function isOver({ state }: Pick<RoundAnswer, 'state'>): boolean {
  return state === 'drawn' || state === 'refunded' || state === 'empty'
}

// A beacon is waited for a day.
const overWithinMs = 25 * 3_600_000

/** What there is instead of a round that can be recomputed. */
export type Lack = 'missing' | 'endless'

interface LookedAt {
  data: Pick<RoundAnswer, 'state'> | undefined
  error: unknown
  /** When the answer came, by this device's clock: it says how the round stood then. */
  dataUpdatedAt: number
}

/** What is wrong with a round of which the player holds a receipt, before there is anything to recompute: the platform says that there is none, or it does not end. */
export function lackOf(period: string, { data, error, dataUpdatedAt }: LookedAt): Lack | null {
  if (isNotFound(error)) return 'missing'
  const isSaidAfter = error === null && Date.parse(onServersClock(dataUpdatedAt)) > (timesOf(period)?.lockAt ?? 0) + overWithinMs
  return isSaidAfter && data && !isOver(data) ? 'endless' : null
}

const undecidedEveryMs = 2_000
const toldEveryMs = 10_000
const decidedEveryMs = 60_000

/** How soon to ask for a round that is looked at: often until its root is shown, which only counts before the draw. */
export function askRoundAgainMs(round: Pick<RoundAnswer, 'state' | 'root' | 'mine'> | undefined, isLive: boolean): number {
  if (!round) return undecidedEveryMs
  if (isOver(round)) return decidedEveryMs
  return isLive && round.mine !== null && round.root !== '' ? toldEveryMs : undecidedEveryMs
}

/** The first step of a verification that failed, or null. */
export function failureOf(checks: readonly Check[]): VerifyStep | null {
  return checks.find(({ verdict }) => verdict === 'failed')?.step ?? null
}

/** What a verification came to: `ok` where everything was looked up and fits, `unread` where nothing contradicts, or the first step that failed. */
type RoundOutcome = 'ok' | 'unread' | VerifyStep

export function outcomeOf(checks: readonly Check[]): RoundOutcome {
  return failureOf(checks) ?? (checks.some(({ verdict }) => verdict === 'unread') ? 'unread' : 'ok')
}

/** What an outcome is marked with: what a step that failed is named by is not told from another. */
export function standingOf(outcome: string): Standing {
  return outcome === 'ok' || outcome === 'unread' ? outcome : 'failed'
}

/** Whether a round is still open by every clock there is: what is learnt then was not chosen for what the round came to. */
export function isBeforeLock(world: World, period: string): boolean {
  return latestNow(world) < (timesOf(period)?.lockAt ?? 0)
}

// Only a root that was seen so long before the beacon was seen before anybody could know it.
const rootMarginMs = 2_000

/** The root of a round, if it is shown early enough to bind the platform. */
export function rootToNote({ period, root }: Pick<RoundAnswer, 'period' | 'root'>, nowMs: number): string | null {
  const times = timesOf(period)
  return root !== '' && times !== null && nowMs < timeOf(roundAt(times.beaconFrom)) - rootMarginMs ? root : null
}

/** Whether the server's word for its own beacon counts: in a demo alone, which stands on a chain of its own. */
export function hasOwnBeacon(app: Pick<AppInfo, 'demo' | 'beaconIsLocal' | 'genesisHash'>): boolean {
  return app.beaconIsLocal && demoOf(app) !== ''
}
