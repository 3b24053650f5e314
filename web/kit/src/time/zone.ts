import { localeOf, type Language } from '../i18n/language'

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

export type TimeStyle = 'minute' | 'second' | 'day' | 'month'

const styles: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  second: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  minute: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  day: { year: 'numeric', month: '2-digit', day: '2-digit' },
  month: { year: 'numeric', month: 'long' },
}

/** Formats an ISO time in the platform's zone and names the zone; an unreadable time gives `—`. */
export function formatTime(iso: string | null | undefined, language: Language, style: TimeStyle = 'minute'): string {
  const at = Date.parse(iso ?? '')
  if (!Number.isFinite(at)) return '—'
  // Shifted and printed as UTC: the browser's own zone and its history never take part.
  const shifted = new Date(at + zone.offsetMinutes * 60_000)
  const printed = new Intl.DateTimeFormat(localeOf(language), {
    ...styles[style],
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
    .format(shifted)
    // Some locales put a thin space between day and time; the same text must look the same everywhere.
    .replace(/[\u2000-\u200a\u202f]/g, ' ')
  return `${printed} ${zone.name}`
}

/** The platform's calendar day (`YYYY-MM-DD`) of an instant. */
export function platformDay(atMs: number): string {
  return new Date(atMs + zone.offsetMinutes * 60_000).toISOString().slice(0, 10)
}
