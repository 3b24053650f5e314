import { dayMs } from '@kit/time/days'
import type { Protection } from '../contract'

/** One of the limits of a day, as the server says it. */
export type Limit = Protection['stake']

/** What it means to set a limit to a value. */
export type LimitStep = 'no_amount' | 'too_high' | 'same' | 'waits' | 'lower' | 'raise'

/** Decides what a value would do; the server decides again. */
export function decideLimit({ limit, most, raise }: Pick<Limit, 'limit' | 'most' | 'raise'>, value: number | null): LimitStep {
  if (value === null) return 'no_amount'
  if (value > most) return 'too_high'
  if (value === limit) return 'same'
  if (value < limit) return 'lower'
  return value === raise ? 'waits' : 'raise'
}

/** A raise that was asked for, and whether it has waited long enough to be confirmed. */
export function raiseOf({ raise, raiseFrom }: Pick<Limit, 'raise' | 'raiseFrom'>, nowMs: number): { to: number; from: string; isReady: boolean } | null {
  if (raise === null || raiseFrom === null) return null
  return { to: raise, from: raiseFrom, isReady: nowMs >= Date.parse(raiseFrom) }
}

/** Breaks and the most days they may last; months differ. */
const longestDays = { '24h': 1, '7d': 7, '30d': 30, '6m': 184, '12m': 366, permanent: Infinity } as const

/** How long a break is. */
export type BreakKind = keyof typeof longestDays

const kinds = Object.keys(longestDays) as BreakKind[]

/** The breaks that may be begun: no break is shortened, so during one only those that may last longer. */
export function longerBreaks(rest: Pick<NonNullable<Protection['break']>, 'until'> | null, nowMs: number): BreakKind[] {
  if (rest === null) return kinds
  const { until } = rest
  return until === null ? [] : kinds.filter((kind) => nowMs + longestDays[kind] * dayMs > Date.parse(until))
}
