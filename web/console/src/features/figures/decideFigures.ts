import type { Row } from '@console/contract/contract'
import { compareAmounts } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'

/** How many days are shown. */
export const daysShown = 31

type Day = Row<'figures/days'>

/** What a day came to; null where there was nothing to measure. */
export interface Point {
  day: string
  value: Decimal | null
}

/** One figure over the days, the oldest first. */
export interface Series {
  name: string
  /** Which of figures/about says what it counts. */
  about: string
  currency?: string
  /** Its values are seconds. */
  isTime?: boolean
  points: Point[]
}

/** What is moved under headings, by heading and currency. */
function movedSeries(days: readonly Day[], part: 'income' | 'paid' | 'moved'): Series[] {
  const keys = new Map(days.flatMap((day) => day[part].map(({ name, currency }) => [`${name} ${currency}`, { name, currency }] as const)))
  return [...keys.values()].map(({ name, currency }) => ({
    name,
    about: name,
    currency,
    points: days.map((day) => ({ day: day.day, value: day[part].find((one) => one.name === name && one.currency === currency)?.amount ?? '0' })),
  }))
}

/** Every figure of the days, in the order of the page. */
export function seriesOf(newestFirst: readonly Day[]): Series[] {
  const days = newestFirst.toReversed()
  const counts = (name: string, about: string, value: (day: Day) => number): Series => ({
    name,
    about,
    points: days.map((day) => ({ day: day.day, value: String(value(day)) })),
  })
  // A day on which nothing was paid has no time that it took, which is not no time.
  const took = (name: 'medianSeconds' | 'p95Seconds'): Series => ({
    name,
    about: 'withdrawals',
    isTime: true,
    points: days.map(({ day, withdrawals }) => ({ day, value: withdrawals.confirmed === 0 ? null : String(withdrawals[name]) })),
  })
  return [
    counts('joined', 'joined', ({ joined }) => joined),
    counts('people', 'people', ({ people }) => people),
    counts('sales', 'sales', ({ sales }) => sales.reduce((sum, { count }) => sum + count, 0)),
    counts('confirmed', 'withdrawals', ({ withdrawals }) => withdrawals.confirmed),
    took('medianSeconds'),
    took('p95Seconds'),
    counts('rejected', 'withdrawals', ({ withdrawals }) => withdrawals.rejected),
    { ...counts('stakes', 'game', ({ game }) => game.stakes), currency: 'GP' },
    { ...counts('prizes', 'game', ({ game }) => game.prizes), currency: 'GP' },
    ...movedSeries(days, 'income'),
    ...movedSeries(days, 'paid'),
    ...movedSeries(days, 'moved'),
  ]
}

/** The greatest value of a series. */
export function greatestOf({ points }: Series): Decimal {
  return points.reduce<Decimal>((greatest, { value }) => (value !== null && compareAmounts(value, greatest) > 0 ? value : greatest), '0')
}

/** A time in the units that it is read in: seconds below a minute, minutes below an hour. */
export function spanOf(seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number; minutes: number } {
  if (seconds < 60) return { unit: 'seconds', count: seconds, minutes: 0 }
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return { unit: 'minutes', count: minutes, minutes: 0 }
  return { unit: 'hours', count: Math.floor(minutes / 60), minutes: minutes % 60 }
}

/** Which day a key leads to from the one that is read; null for a key that leads nowhere. */
export function dayAfterKey(key: string, at: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(at - 1, 0)
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(at + 1, last)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
