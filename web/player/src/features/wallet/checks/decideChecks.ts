import { toUnits } from '@kit/amount/compare'
import type { Balance, Movement } from '@kit/api/contract'
import { faultOfStatement, type Statement, type StatementFault } from '@kit/dividend/statement'
import type { ProofAnswer, ProofVerdict } from '@kit/solvency/check'
import type { HashLink, LogFault } from '@kit/solvency/log'
import type { Sums } from '@kit/solvency/sums'
import type { Standing } from '@kit/ui/VerdictMark'

/** What a proof shows, or that it misses what stood untouched since the midnight. */
type CountedVerdict = ProofVerdict | { kind: 'differs'; reason: 'left_out' | 'too_little' }

/** What this device found of the newest snapshot. */
export interface Counted {
  /** The day that ended, YYYY-MM-DD. */
  day: string
  /** Null where the platform says that the user had nothing then, and nothing contradicts it. */
  verdict: CountedVerdict | null
  /** Null where the platform gave no proof. */
  answer: ProofAnswer | null
  /** The snapshot's text, as this device was shown it. */
  text: string
}

/** What this device found of a dividend: where nothing differs, what the statement begins with is still the platform's word. */
export interface Divided {
  month: string
  level: Statement['level']
  verdict: { kind: 'unread' } | { kind: 'differs'; reason: StatementFault | 'left_out' | 'second' }
}

/** What this device found of the public log and of the journal's head in it. */
export interface Logged {
  line: HashLink
  journal: HashLink | null
  /** `unread`: which line is the right one, no chain said yet. */
  verdict: { kind: 'fits' } | { kind: 'unread' } | { kind: 'differs'; reason: LogFault }
}

export function standingOf({ kind }: Pick<CountedVerdict, 'kind'>): Standing {
  return kind === 'fits' ? 'ok' : kind === 'unread' ? 'unread' : 'failed'
}

const decimals = 8
const pointAtoms = 1_000_000n

interface Held {
  list: readonly Pick<Balance, 'currency' | 'available'>[]
  gamePoints: number
}

/**
 * What the user had at least at a midnight: what is available now, where the movement that was posted last was posted before.
 * Null where something moved, as this device cannot tell then.
 */
export function untouchedSince(at: string, { list, gamePoints }: Held, newest: readonly Pick<Movement, 'postedAt'>[]): Sums | null {
  if (newest.some(({ postedAt }) => Date.parse(postedAt) >= Date.parse(at))) return null
  const available = (currency: string) => toUnits(list.find((one) => one.currency === currency)?.available ?? '0', decimals)
  return [available('USDT') + BigInt(gamePoints) * pointAtoms, available('ETLD'), available('ETH')]
}

/** Holds what was proved, or that nothing was, to what stood untouched. */
export function against(verdict: ProofVerdict | null, least: Sums | null): CountedVerdict | null {
  if (least === null || verdict?.kind === 'differs') return verdict
  const isLess = least.some((atoms, place) => (verdict?.owed[place] ?? 0n) < atoms)
  return isLess ? { kind: 'differs', reason: verdict ? 'too_little' : 'left_out' } : verdict
}

/** Holds a statement to itself, to the user's rows, and to the hash that this device saw first. */
export function dividedBy(statement: Statement, mine: Statement['rows'], seenHash: string): Divided {
  const { month, level, rows } = statement
  const isThere = (row: Statement['rows'][number]) =>
    rows.some(({ node, weight, amount }) => node === row.node && weight === row.weight && toUnits(amount, decimals) === toUnits(row.amount, decimals))
  const fault = faultOfStatement(statement)
  const reason = fault ?? (seenHash !== statement.hash ? 'second' : mine.every(isThere) ? null : 'left_out')
  return { month, level, verdict: reason === null ? { kind: 'unread' } : { kind: 'differs', reason } }
}

const linesMax = 480

/** From which line on the log is read: from the one that a snapshot binds, or the newest that this device knows, and not from long ago. */
export function firstLineOf(newest: number, bound: HashLink | null, kept: HashLink | null): number {
  return Math.max(1, newest - linesMax + 1, Math.min(newest, bound?.number ?? kept?.number ?? newest))
}

/** What stands for several: one that differs before all, then one that was not looked up. */
export function worstOf(standings: readonly Standing[]): Standing | null {
  if (standings.length === 0) return null
  return standings.includes('failed') ? 'failed' : standings.includes('unread') ? 'unread' : 'ok'
}
