import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useFigures } from '@kit/amount/useFigures'
import { dateFormat } from '@kit/i18n/formatters'
import { localeOf } from '@kit/i18n/language'
import { useLanguage, useText } from '@kit/i18n/text'
import { dayAfter } from '@kit/time/days'
import { Amount } from '@kit/ui/Amount'
import type { CalendarDay } from './api'
import { dayByKey, hues, marksOf, sumsOf, weeksOf, type DayMark } from './decideCalendar'

interface MonthGridProps {
  month: string
  days: readonly CalendarDay[]
  chosen: string
  today: string | null
  onDay: (day: string) => void
}

/** The month's days in weeks; arrows lead from day to day, Page Up and Page Down from month to month. */
export function MonthGrid({ month, days, chosen, today, onDay }: MonthGridProps) {
  const t = useText('calendar')
  const language = useLanguage()
  const grid = useRef<HTMLTableElement>(null)
  const isByKey = useRef(false)
  useEffect(() => {
    if (!isByKey.current) return
    isByKey.current = false
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [chosen])

  function byKey(event: KeyboardEvent) {
    const next = event.altKey || event.ctrlKey || event.metaKey ? null : dayByKey(chosen, event.key)
    if (next === null) return
    event.preventDefault()
    isByKey.current = true
    onDay(next)
  }

  // A Monday names the days of every week.
  const weekdays = Array.from({ length: 7 }, (_, index) => new Date(`${dayAfter('2026-11-23', index)}T00:00:00Z`))
  const named = (style: 'short' | 'long', at: Date) => dateFormat(localeOf(language), { weekday: style, timeZone: 'UTC' }).format(at)
  return (
    <table ref={grid} aria-label={t('title')} className="w-full table-fixed border-separate border-spacing-0.5 min-[400px]:border-spacing-1">
      <thead>
        <tr>
          {weekdays.map((at) => (
            <th key={at.getTime()} scope="col" abbr={named('long', at)} className="pb-1 text-13 font-normal text-muted max-[339px]:text-11">
              {named('short', at)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} className="p-0">
                {day.startsWith(month) && (
                  <Cell
                    day={day}
                    of={days.find((one) => one.day === day)}
                    isChosen={day === chosen}
                    isToday={day === today}
                    onPress={() => onDay(day)}
                    onKey={byKey}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellProps {
  day: string
  of: CalendarDay | undefined
  isChosen: boolean
  isToday: boolean
  onPress: () => void
  onKey: (event: KeyboardEvent) => void
}

/** A day: its number, a mark for each kind, and on a wide screen what it comes to in USDT. */
function Cell({ day, of, isChosen, isToday, onPress, onKey }: CellProps) {
  const t = useText('calendar')
  const { day: printed, owned } = useFigures()
  const marks = of ? marksOf(of.lines) : []
  const isComing = marks.length > 0 && marks.every(({ posted }) => !posted)
  const sum = of?.sums.find(({ currency }) => currency === 'USDT')
  const what =
    of &&
    sumsOf(of.lines).map(({ kind, amount, currency, posted }) => {
      const name = amount === null ? t(`kind.${kind}`) : `${t(`kind.${kind}`)} ${owned(amount, currency)}`
      return posted ? name : t('certainly', { what: name })
    })
  const frame = isChosen
    ? 'border-brass-ink bg-raised'
    : isComing
      ? 'border-dashed border-edge'
      : marks.length > 0
        ? 'border-line bg-raised'
        : 'border-transparent'
  return (
    <button
      type="button"
      tabIndex={isChosen ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      aria-label={`${printed(day)}${isToday ? `, ${t('today')}` : ''}: ${what?.join(', ') ?? t('nothing')}`}
      aria-pressed={isChosen}
      onClick={onPress}
      onKeyDown={onKey}
      className={`flex min-h-13 w-full flex-col sm:min-h-18 items-center justify-start gap-1 rounded-field border px-0.5 py-1.5 ${frame}`}
    >
      <span aria-hidden className={`fig text-15 leading-none ${isToday ? 'font-semibold text-brass-ink underline underline-offset-4' : ''}`}>
        {Number(day.slice(8))}
      </span>
      <span aria-hidden className="flex min-h-[8px] flex-wrap justify-center gap-[2px]">
        {marks.map((mark) => (
          <Dot key={mark.kind} {...mark} />
        ))}
      </span>
      {sum && (
        <span aria-hidden className={`max-w-full truncate text-13 max-sm:hidden ${isComing ? 'text-muted' : ''}`}>
          <Amount value={sum.posted === '0' ? sum.coming : sum.posted} decimalsMax={2} own />
        </span>
      )}
    </button>
  )
}

/** A kind's mark: full where it was posted, a ring where it is certain to come. It does not grow with the text, as a day has room for several. */
export function Dot({ kind, posted }: DayMark) {
  return (
    <span
      aria-hidden
      className="inline-block size-[8px] shrink-0 rounded-full border-[1.5px]"
      style={{ borderColor: hues[kind], background: posted ? hues[kind] : 'transparent' }}
    />
  )
}
