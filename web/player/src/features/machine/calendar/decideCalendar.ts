import { sumOf } from '@kit/amount/compare'
import { dayAfter } from '@kit/time/days'
import type { CalendarLine } from './api'

const daysOfWeek = 7

/** A month's name; anything else an address may say is none. */
export function monthIn(text: string | null): string | null {
  return text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : null
}

/** The month so many months later. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** A month's weeks from Monday to Sunday, whole, so that the first and the last have days of other months. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const weeks: string[][] = []
  for (let monday = dayAfter(first, -weekdayOf(first)); monday.slice(0, 7) <= month; monday = dayAfter(monday, daysOfWeek)) {
    const from = monday
    weeks.push(Array.from({ length: daysOfWeek }, (_, index) => dayAfter(from, index)))
  }
  return weeks
}

/** Days since Monday. */
function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + daysOfWeek - 1) % daysOfWeek
}

/** Where a key leads from a day; null where it leads nowhere. */
export function dayByKey(day: string, key: string): string | null {
  const weekday = weekdayOf(day)
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -daysOfWeek,
    ArrowDown: daysOfWeek,
    Home: -weekday,
    End: daysOfWeek - 1 - weekday,
  }
  const step = steps[key]
  if (step !== undefined) return dayAfter(day, step)
  const months = key === 'PageUp' ? -1 : key === 'PageDown' ? 1 : 0
  return months === 0 ? null : sameDay(day, monthAfter(day.slice(0, 7), months))
}

/** The day of the same number in another month, or that month's last. */
function sameDay(day: string, month: string): string {
  const last = dayAfter(`${monthAfter(month, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}

/** The day that stands open: the named one if it is of the month, else today, else the first on which something happens. */
export function openDay(month: string, named: string | null, today: string | undefined, days: readonly { day: string }[]): string {
  if (named?.startsWith(`${month}-`) && weeksOf(month).flat().includes(named)) return named
  return today?.startsWith(month) ? today : (days[0]?.day ?? `${month}-01`)
}

/** What one colour stands for: a kind, or what the team brings of any. */
type MarkKind = Exclude<CalendarLine['kind'], 'referral' | 'level' | 'acceleration'> | 'team'

export interface DayMark {
  kind: MarkKind
  posted: boolean
}

/** The mark of a kind. */
export function markOf(kind: CalendarLine['kind']): MarkKind {
  return kind === 'referral' || kind === 'level' || kind === 'acceleration' ? 'team' : kind
}

/** What a cell shows of a day: each colour once, posted if any of it is. */
export function marksOf(lines: readonly CalendarLine[]): DayMark[] {
  const marks: DayMark[] = []
  for (const { kind: own, posted } of lines) {
    const kind = markOf(own)
    const mark = marks.find((one) => one.kind === kind)
    if (mark) mark.posted ||= posted
    else marks.push({ kind, posted })
  }
  return marks
}

/** What a day's lines of one kind come to, so that a cell says it in a few words; null where a line's amount is not known ahead. */
type LineSum = Pick<CalendarLine, 'kind' | 'posted' | 'currency' | 'amount'>

export function sumsOf(lines: readonly CalendarLine[]): LineSum[] {
  const sums: LineSum[] = []
  for (const { kind, posted, currency, amount } of lines) {
    const sum = sums.find((one) => one.kind === kind && one.posted === posted && one.currency === currency)
    if (sum) sum.amount = sum.amount === null || amount === null ? null : sumOf([sum.amount, amount])
    else sums.push({ kind, posted, currency, amount })
  }
  return sums
}

/** The colour of each mark. */
export const hues: Record<MarkKind, string> = {
  interest: 'var(--gain)',
  output: 'var(--brass)',
  dividend: 'var(--azu)',
  team: 'var(--ame)',
  principal: 'var(--ink)',
  break: 'var(--edge)',
}
