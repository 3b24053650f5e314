import { useState } from 'react'
import { useLanguage, useText } from '../i18n/text'
import { formatOwnTime, formatTime, zoneName, type TimeStyle } from '../time/zone'

export interface TimeProps {
  at: string | null | undefined
  as?: TimeStyle
  /** Within a link or a button, which has its own press. */
  plain?: boolean | undefined
}

/** A time in the platform's zone, with the zone printed. A press shows it by the reader's own clock, where that is another. */
export function Time({ at, as = 'minute', plain }: TimeProps) {
  const t = useText('common')
  const language = useLanguage()
  const [isOwn, setIsOwn] = useState(false)
  const own = plain ? null : formatOwnTime(at, language, as)
  const printed = (
    <time dateTime={at ?? undefined} className="fig">
      {isOwn && own !== null ? own : formatTime(at, language, as)}
    </time>
  )
  if (own === null) return printed
  return (
    <button
      type="button"
      title={isOwn ? t('time.platform', { zone: zoneName() }) : t('time.own')}
      onClick={() => setIsOwn(!isOwn)}
      className="-my-3 max-w-full py-3 text-[length:inherit] [text-align:inherit] underline decoration-line decoration-dotted underline-offset-4"
    >
      {printed}
    </button>
  )
}
