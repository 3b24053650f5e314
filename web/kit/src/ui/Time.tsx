import { useLanguage } from '../i18n/text'
import { formatTime, type TimeStyle } from '../time/zone'

/** A time in the platform's zone, with the zone printed. */
export function Time({ at, as = 'minute' }: { at: string | null | undefined; as?: TimeStyle }) {
  const language = useLanguage()
  return (
    <time dateTime={at ?? undefined} className="fig">
      {formatTime(at, language, as)}
    </time>
  )
}
