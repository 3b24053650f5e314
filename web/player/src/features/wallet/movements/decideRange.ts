/** A range of platform days, both included; null leaves that side open. */
export interface DayRange {
  from: string | null
  to: string | null
}

/** A statement takes at most this many days. */
export const statementDaysMax = 366

/** The ranges offered with one press. */
export const presets = ['all', 'week', 'month', 'year'] as const
type Preset = (typeof presets)[number]

const presetDays: Record<Exclude<Preset, 'all'>, number> = { week: 7, month: 30, year: 365 }
const dayMs = 86_400_000

/** Whether a text is a calendar day that exists. */
export function isDay(text: string | null): text is string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text)
}

/** Reads a range from an address: what is no day is left open, a reversed range is no range. */
export function rangeOf(from: string | null, to: string | null): DayRange {
  const range = { from: isDay(from) ? from : null, to: isDay(to) ? to : null }
  return range.from && range.to && range.from > range.to ? { from: null, to: null } : range
}

/** The range of a preset that ends today. */
export function rangeOfPreset(preset: Preset, today: string): DayRange {
  return preset === 'all' ? { from: null, to: null } : { from: daysBefore(today, presetDays[preset] - 1), to: today }
}

/** The preset a range is, if it is one. */
export function presetOf(range: DayRange, today: string): Preset | null {
  return (
    presets.find((preset) => {
      const candidate = rangeOfPreset(preset, today)
      return candidate.from === range.from && candidate.to === range.to
    }) ?? null
  )
}

type RangeProblem = 'missing' | 'reversed' | 'too_long'

/** What is wrong with the range of a statement; null when nothing is. */
export function decideStatement(from: string, to: string): RangeProblem | null {
  if (!isDay(from) || !isDay(to)) return 'missing'
  if (from > to) return 'reversed'
  return daysBetween(from, to) >= statementDaysMax ? 'too_long' : null
}

/** The day so many days before another. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}
