import { useText } from '@kit/i18n/text'
import type { CalendarDay } from './api'
import { marksOf } from './decideCalendar'
import { Dot } from './MonthGrid'

/** What the marks of a month mean. */
export function Legend({ days }: { days: readonly CalendarDay[] }) {
  const t = useText('calendar')
  const kinds = marksOf(days.flatMap(({ lines }) => lines)).map(({ kind }) => kind)
  if (kinds.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-muted">
      {kinds.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <Dot kind={kind} posted /> {t(`kind.${kind}`)}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <Dot kind="principal" posted={false} /> {t('certain')}
      </li>
    </ul>
  )
}
