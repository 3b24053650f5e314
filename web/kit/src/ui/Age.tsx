import { useText } from '../i18n/text'
import { useNow } from '../time/useNow'

type Unit = 'now' | 'seconds' | 'minutes' | 'hours' | 'days'

/** Younger than so many seconds is now: nobody is told of 0 seconds. */
const nowSeconds = 5

/** How old an instant is, in the largest unit that fits; a time in the future counts as now. */
export function ageOf(iso: string, nowMs: number): { unit: Unit; count: number } {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(iso)) / 1000))
  if (seconds < nowSeconds) return { unit: 'now', count: 0 }
  if (seconds < 60) return { unit: 'seconds', count: seconds }
  if (seconds < 3600) return { unit: 'minutes', count: Math.floor(seconds / 60) }
  if (seconds < 86_400) return { unit: 'hours', count: Math.floor(seconds / 3600) }
  return { unit: 'days', count: Math.floor(seconds / 86_400) }
}

/** How old a price or a reading is, by the server's clock. */
export function Age({ at }: { at: string | null }) {
  const t = useText('common')
  const nowMs = useNow(1000)
  if (!at || !Number.isFinite(Date.parse(at))) return null
  const { unit, count } = ageOf(at, nowMs)
  return <span className="fig whitespace-nowrap">{t(`age.${unit}`, { count })}</span>
}
