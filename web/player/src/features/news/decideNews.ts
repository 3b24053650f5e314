import { hostOf } from '@kit/ui/hostOf'
import { isPlace, type Place } from '@core/frame/places'

/** The most that a search may say. */
export const searchMax = 64
const wordsMax = 5

/** What is looked for: at most five words, as the server takes them. */
export function searchOf(typed: string): string {
  return typed.trim().split(/\s+/).slice(0, wordsMax).join(' ').slice(0, searchMax)
}

/** The revision an address names; null for the newest. */
export function revisionIn(named: string | null): number | null {
  return named !== null && /^[1-9]\d{0,5}$/.test(named) ? Number(named) : null
}

/** Where a link of an article leads: to a screen of ours, to a page elsewhere, or nowhere. A user's name before a host would be read as the host. */
type Target = { kind: 'inside'; to: Place } | { kind: 'outside'; href: string; host: string } | null

export function targetOf(href: string | null): Target {
  if (href === null) return null
  const inside = href.startsWith('#') ? href.slice(1) : ''
  if (isPlace(inside)) return { kind: 'inside', to: inside }
  const host = hostOf(href)
  return host === null ? null : { kind: 'outside', href, host }
}
