import type { ReactNode } from 'react'
import { useLanguage } from '../i18n/text'
import { formatDay, zoneName } from '../time/zone'
import { breakable } from './breakable'

interface DayHeadingProps {
  /** `YYYY-MM-DD`, of the platform's zone. */
  day: string
  /** What the day came to. */
  children?: ReactNode
}

/** The day above the rows of a list. */
export function DayHeading({ day, children }: DayHeadingProps) {
  const language = useLanguage()
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-1 pt-4 pb-1.5 text-13 text-muted first:pt-0">
      <h2 className="fig font-medium">
        {formatDay(day, language)} {zoneName()}
      </h2>
      {children && <p className={`ml-auto text-right ${breakable}`}>{children}</p>}
    </div>
  )
}
