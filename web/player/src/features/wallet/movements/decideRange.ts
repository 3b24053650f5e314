import { dayAfter, dayMs, isDay } from '@kit/time/days'

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

/** Reads a range from an address: what is no day is left open, a reversed range is no range. */
export function rangeOf(from: string | null, to: string | null): DayRange {
  const range = { from: isDay(from) ? from : null, to: isDay(to) ? to : null }
  return range.from && range.to && range.from > range.to ? { from: null, to: null } : range
}

/** The range of a preset that ends today. */
export function rangeOfPreset(preset: Preset, today: string): DayRange {
  return preset === 'all' ? { from: null, to: null } : { from: dayAfter(today, 1 - presetDays[preset]), to: today }
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

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}
