import type { Row } from '@console/contract/contract'
import { compareAmounts } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'

/** How many days are shown. */
export const daysShown = 31

type Day = Row<'figures/days'>

/** One figure over the days, the oldest first. */
export interface Series {
  name: string
  /** Which of figures/about says what it counts. */
  about: string
  currency?: string
  points: { day: string; value: Decimal }[]
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
  return [
    counts('joined', 'joined', ({ joined }) => joined),
    counts('people', 'people', ({ people }) => people),
    counts('sales', 'sales', ({ sales }) => sales.reduce((sum, { count }) => sum + count, 0)),
    counts('confirmed', 'withdrawals', ({ withdrawals }) => withdrawals.confirmed),
    counts('medianSeconds', 'withdrawals', ({ withdrawals }) => withdrawals.medianSeconds),
    counts('p95Seconds', 'withdrawals', ({ withdrawals }) => withdrawals.p95Seconds),
    counts('rejected', 'withdrawals', ({ withdrawals }) => withdrawals.rejected),
    counts('stakes', 'game', ({ game }) => game.stakes),
    counts('prizes', 'game', ({ game }) => game.prizes),
    ...movedSeries(days, 'income'),
    ...movedSeries(days, 'paid'),
    ...movedSeries(days, 'moved'),
  ]
}

/** The greatest value of a series. */
export function greatestOf({ points }: Series): Decimal {
  return points.reduce((greatest, { value }) => (compareAmounts(value, greatest) > 0 ? value : greatest), '0')
}
