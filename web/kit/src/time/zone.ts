import { dateFormat } from '../i18n/formatters'
import { localeOf, type Language } from '../i18n/language'
import { dayMs } from './days'

/** The platform's zone as `/api/open/app` names it, until then its default. */
let zone = { name: 'UTC+8', offsetMinutes: 480 }

/** Reads `UTC+8` or `UTC-03:30`; anything else leaves the zone as it was. */
export function noteZone(name: string): void {
  const match = /^UTC([+-])(\d{1,2})(?::(\d{2}))?$/.exec(name)
  if (!match) return
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  zone = { name, offsetMinutes: match[1] === '-' ? -minutes : minutes }
}

/** The zone's name, printed beside every time. */
export function zoneName(): string {
  return zone.name
}

export type TimeStyle = 'minute' | 'second' | 'day' | 'month' | 'clock'

const styles: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  second: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  minute: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  day: { year: 'numeric', month: '2-digit', day: '2-digit' },
  month: { year: 'numeric', month: 'long' },
  clock: { hour: '2-digit', minute: '2-digit' },
}

/** Formats an ISO time in the platform's zone and names the zone; an unreadable time gives `—`. */
export function formatTime(iso: string | null | undefined, language: Language, style: TimeStyle = 'minute'): string {
  const at = Date.parse(iso ?? '')
  return Number.isFinite(at) ? `${print(at, zone.offsetMinutes, language, style)} ${zone.name}` : '—'
}

/** The same without the name of the zone, for where it is said beside it. */
export function formatPlain(iso: string, language: Language, style: TimeStyle): string {
  return print(Date.parse(iso), zone.offsetMinutes, language, style)
}

/** The same time by the clock of who reads it, with the name of that zone, and with the day where that is another; null where it is the platform's zone. */
export function formatOwnTime(iso: string | null | undefined, language: Language, style: TimeStyle = 'minute'): string | null {
  const at = Date.parse(iso ?? '')
  if (!Number.isFinite(at)) return null
  const offsetMinutes = -new Date(at).getTimezoneOffset()
  if (offsetMinutes === zone.offsetMinutes) return null
  const isOtherDay = dayOf(at, offsetMinutes) !== platformDay(at)
  return `${print(at, offsetMinutes, language, style === 'clock' && isOtherDay ? 'minute' : style)} ${nameOf(offsetMinutes)}`
}

/** A calendar day (`YYYY-MM-DD`) in words. */
export function formatDay(day: string, language: Language): string {
  return print(Date.parse(`${day}T00:00:00Z`), 0, language, 'day')
}

/** The moment is shifted and printed as UTC: what the browser knows of zones never takes part. */
function print(atMs: number, offsetMinutes: number, language: Language, style: TimeStyle): string {
  const shifted = new Date(atMs + offsetMinutes * 60_000)
  const isEnglish = language === 'en' && style !== 'month' && style !== 'clock'
  const formatter = dateFormat(localeOf(language), {
    ...styles[style],
    // 12/01 is a day in December here and one in January there; a named month is the same everywhere.
    ...(isEnglish ? { month: 'short', day: 'numeric' } : {}),
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  // Some locales put a thin space between day and time; the same text must look the same everywhere.
  if (!isEnglish) return formatter.format(shifted).replace(/[\u2000-\u200a\u202f]/g, ' ')
  const parts = Object.fromEntries(formatter.formatToParts(shifted).map(({ type, value }) => [type, value]))
  const clock = [parts['hour'], parts['minute'], parts['second']].filter((part) => part !== undefined).join(':')
  return `${parts['day']} ${parts['month']} ${parts['year']}${clock && `, ${clock}`}`
}

function nameOf(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes) % 60
  const hours = (Math.abs(offsetMinutes) - minutes) / 60
  return `UTC${offsetMinutes < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}

/** The platform's calendar day (`YYYY-MM-DD`) of an instant. */
export function platformDay(atMs: number): string {
  return dayOf(atMs, zone.offsetMinutes)
}

function dayOf(atMs: number, offsetMinutes: number): string {
  return new Date(atMs + offsetMinutes * 60_000).toISOString().slice(0, 10)
}

/** When the platform's day of an instant is over. */
export function dayEndMs(atMs: number): number {
  const offsetMs = zone.offsetMinutes * 60_000
  return (Math.floor((atMs + offsetMs) / dayMs) + 1) * dayMs - offsetMs
}

/** An instant as a field for day and clock shows it (`2026-12-01T08:00`), in the platform's zone. */
export function clockFieldOf(iso: string): string {
  return new Date(Date.parse(iso) + zone.offsetMinutes * 60_000).toISOString().slice(0, 16)
}

/** The instant that such a field names; null where it names none. */
export function readClockField(typed: string): string | null {
  const atMs = Date.parse(`${typed}Z`) - zone.offsetMinutes * 60_000
  return Number.isFinite(atMs) ? new Date(atMs).toISOString() : null
}
