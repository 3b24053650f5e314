import { shareOf, sumOf } from '@kit/amount/compare'
import { signOf, type Decimal } from '@kit/amount/format'

/** What the days so far come to after each of them. */
export function runningOf(days: readonly Decimal[]): Decimal[] {
  const running: Decimal[] = []
  for (const day of days) running.push(sumOf([running.at(-1) ?? '0', day]))
  return running
}

/** A line from the left to the right of a box, as high at its end as the box; empty where nothing came in. */
export function pathOf(days: readonly Decimal[], width: number, height: number): string {
  const running = runningOf(days)
  const total = running.at(-1) ?? '0'
  if (signOf(total) <= 0 || running.length < 2) return ''
  const step = width / (running.length - 1)
  const points = running.map((value, index) => `${(index * step).toFixed(1)} ${(height * (1 - shareOf(value, total))).toFixed(1)}`)
  return `M${points.join('L')}`
}
