import { toUnits } from '@kit/amount/compare'
import type { Balance, Movement } from '@kit/api/contract'
import type { Statement, StatementFault } from '@kit/dividend/statement'
import { dayOf } from '@kit/solvency/amount'
import type { ProofAnswer, ProofVerdict } from '@kit/solvency/check'
import type { HashLink, LogFault } from '@kit/solvency/log'
import type { Sums } from '@kit/solvency/sums'
import { hourMs } from '@kit/time/days'
import { platformDay } from '@kit/time/zone'
import type { Standing } from '@kit/ui/VerdictMark'

/** What a proof shows, or that it misses what the user had, or that it could not be held to that. */
type CountedVerdict =
  ProofVerdict | { kind: 'differs'; reason: 'left_out' | 'not_over' | 'too_little' } | { kind: 'unread'; what: 'late' | 'late_key' | 'movements'; owed: Sums }

/** What this device found of the newest snapshot. */
export interface Counted {
  /** The day that ended, YYYY-MM-DD. */
  day: string
  /** Null where the platform says that the user had nothing then, and nothing contradicts it. */
  verdict: CountedVerdict | null
  /** Null where the platform gave no proof. */
  answer: ProofAnswer | null
  /** The snapshot's text, as this device was shown it, and the one that it saw first. */
  text: string
  seen: string
}

/** What this device found of a dividend: where nothing differs, what the statement begins with is still the platform's word. */
export interface Divided {
  month: string
  level: Statement['level']
  verdict: { kind: 'unread' } | { kind: 'differs'; reason: StatementFault | 'carried' | 'left_out' | 'second' }
}

/** What this device found of the public log and of the journal's head in it. */
export interface Logged {
  line: HashLink
  journal: HashLink | null
  /** `unread`: which line is the right one, no chain said yet. */
  verdict: { kind: 'fits' } | { kind: 'unread' } | { kind: 'differs'; reason: LogFault }
}

/** The newest day of the platform that has ended. */
export function endedDay(nowMs: number): string {
  return platformDay(nowMs - 24 * hourMs)
}

/** The midnight at which the day ended that a snapshot is named by; null where it is named by none, or by one that has not ended. */
export function midnightOf(snapshot: string, nowMs: number): number | null {
  const dayMs = Date.parse(`${dayOf(snapshot)}T00:00:00Z`)
  const isDay = /^\d{8}$/.test(snapshot) && Number.isFinite(dayMs) && dayOf(snapshot) === new Date(dayMs).toISOString().slice(0, 10)
  // The platform's zone is fixed, eight hours before UTC.
  const midnightMs = dayMs + 16 * hourMs
  return isDay && midnightMs <= nowMs ? midnightMs : null
}

export function standingOf({ kind }: Pick<CountedVerdict, 'kind'>): Standing {
  return kind === 'fits' ? 'ok' : kind === 'unread' ? 'unread' : 'failed'
}

// What the platform signed does not lead to the text.
const evident: readonly string[] = ['same_leaf', 'path_length', 'sum_range', 'totals', 'root']

/** Whether the signed answer and the text show by themselves what differs. Otherwise it is this device's word that somebody would have to take. */
export function isEvident(verdict: CountedVerdict): boolean {
  return verdict.kind === 'differs' && evident.includes(verdict.reason)
}

/** The file that a user saves: what `etld verify proof` and the page read, and what this device held it to. */
export function savedOf({ answer, text, seen, day }: Counted): string {
  return `${JSON.stringify({ ...answer, text, seen, day }, null, 2)}\n`
}

const pointAtoms = 1_000_000n

interface Held {
  list: readonly Pick<Balance, 'currency' | 'total'>[]
  gamePoints: number
}

/** The newest movements, as they were posted; `isWhole` says that they reach back to the midnight. */
interface Posted {
  rows: readonly Pick<Movement, 'postedAt' | 'amount' | 'currency' | 'type' | 'subType'>[]
  isWhole: boolean
}

/** Movements between what a user has and what a user has: the total stays. */
const within: readonly string[] = ['withdrawal_refund', 'cooling_off_refund', 'principal_returned', 'game_points_in', 'game_points_out']

/**
 * What the user had at least at a midnight: all that there is now, less what came in since. Whatever is locked, held or
 * in a purchase was available once, so nothing comes in but by a movement. Null where the movements do not reach back.
 */
export function leastAt(atMs: number, { list, gamePoints }: Held, { rows, isWhole }: Posted): Sums | null {
  if (!isWhole) return null
  const since = rows.filter(
    ({ postedAt, amount, type, subType }) => Date.parse(postedAt) >= atMs && !amount.startsWith('-') && !within.includes(subType || type),
  )
  const cameIn = (currency: string, unit: (amount: string) => bigint) =>
    since.reduce((sum, one) => (one.currency === currency ? sum + unit(one.amount) : sum), 0n)
  const least = (currency: string, points = 0n) => {
    const total = toUnits(list.find((one) => one.currency === currency)?.total ?? '0') + points
    const rest = total - cameIn(currency, toUnits)
    return rest > 0n ? rest : 0n
  }
  const points = BigInt(gamePoints) * pointAtoms - cameIn('GP', (amount) => BigInt(amount) * pointAtoms)
  return [least('USDT', points), least('ETLD'), least('ETH')]
}

/** The next midnight's snapshot is made by then. */
const lateMs = 30 * hourMs

/** Holds what was proved of a midnight, or that nothing was, to what the user had at least; what cannot be held to it is not looked up. */
export function against(verdict: CountedVerdict | null, least: Sums | null, ageMs: number): CountedVerdict | null {
  if (verdict?.kind === 'differs') return verdict
  const owed = verdict?.owed ?? nothing
  if (least?.some((atoms, place) => (owed[place] ?? 0n) < atoms)) return { kind: 'differs', reason: verdict ? 'too_little' : 'left_out' }
  if (ageMs > lateMs) return { kind: 'unread', what: 'late', owed }
  return least === null && verdict?.kind !== 'unread' ? { kind: 'unread', what: 'movements', owed } : verdict
}

const nothing: Sums = [0n, 0n, 0n]

/** What stands for several: one that differs before all, then one that was not looked up. */
export function worstOf(standings: readonly Standing[]): Standing | null {
  if (standings.length === 0) return null
  return standings.includes('failed') ? 'failed' : standings.includes('unread') ? 'unread' : 'ok'
}
