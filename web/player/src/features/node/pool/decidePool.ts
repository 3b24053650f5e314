import { compareAmounts } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import { dayMs } from '@kit/time/days'
import type { LevelName, Pool, DividendStatement } from '../contract'

/** The levels in the order in which they are listed. */
export const levelNames = ['diamond', 'star', 'king'] as const satisfies readonly LevelName[]

/** The level named in an address; without one, or with an unknown one, the first in which the user has something, else the first. */
export function levelIn(value: string | null, pools: readonly Pick<Pool, 'level' | 'myNodes'>[]): LevelName {
  return levelNames.find((name) => name === value) ?? pools.find(({ myNodes }) => myNodes > 0)?.level ?? levelNames[0]
}

const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/

/** Whether an address names a month. */
export function isMonth(value: string): boolean {
  return monthPattern.test(value)
}

/** What the pools held in a past month. */
export interface PastMonth {
  month: string
  pools: Partial<Record<LevelName, Decimal>>
}

/** The past months of all pools, the oldest first. */
export function pastMonths(open: readonly Pick<Pool, 'level' | 'lastDividends'>[]): PastMonth[] {
  const months = new Map<string, PastMonth>()
  for (const { level, lastDividends } of open) {
    for (const { month, pool } of lastDividends) {
      const past = months.get(month) ?? { month, pools: {} }
      past.pools[level] = pool
      months.set(month, past)
    }
  }
  return [...months.values()].sort((left, right) => (left.month < right.month ? -1 : 1))
}

/** The largest pool of all months, against which bars are drawn. */
export function peakOf(months: readonly PastMonth[]): Decimal {
  return months.flatMap(({ pools }) => Object.values(pools)).reduce((peak, pool) => (compareAmounts(pool, peak) > 0 ? pool : peak), '0')
}

/** What a month's time is made of: whole days, and the instant at which the rest of it is over. */
export function splitDays(until: string, nowMs: number): { days: number; rest: string } {
  const days = Math.max(0, Math.floor((Date.parse(until) - nowMs) / dayMs))
  return { days, rest: new Date(Date.parse(until) - days * dayMs).toISOString() }
}

/** The statement as a file: what `etld verify dividend` reads. */
export function fileOf(statement: DividendStatement): { name: string; text: string } {
  return { name: `etld-dividend-${statement.month}-${statement.level}.json`, text: JSON.stringify(statement) }
}
