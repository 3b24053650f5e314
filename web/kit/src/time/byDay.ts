import { platformDay } from './zone'

/** Rows of one platform day that stand together. */
interface DayOf<Row> {
  /** `YYYY-MM-DD`. */
  day: string
  rows: Row[]
}

/** Rows in their order under the day of each. A row of another time between them ends a day, so that a day may come twice. */
export function byDay<Row extends { createdAt: string }>(rows: readonly Row[]): DayOf<Row>[] {
  const days: DayOf<Row>[] = []
  for (const row of rows) {
    const day = platformDay(Date.parse(row.createdAt))
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}
