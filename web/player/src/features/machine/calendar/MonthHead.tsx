import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { monthAfter } from './decideCalendar'

interface MonthHeadProps {
  month: string
  /** The months with anything in them; not known before the first answer. */
  first: string | undefined
  last: string | undefined
  onMonth: (month: string) => void
}

const arrow = 'press inline-flex size-11 shrink-0 items-center justify-center rounded-field border border-line off:opacity-40'

/** The month's name between the ways to the months beside it. */
export function MonthHead({ month, first, last, onMonth }: MonthHeadProps) {
  const t = useText('calendar')
  const { month: name } = useFigures()
  return (
    <div className="flex items-center justify-between gap-2">
      <button
        type="button"
        className={arrow}
        aria-label={t('previous')}
        disabled={first !== undefined && month <= first}
        onClick={() => onMonth(monthAfter(month, -1))}
      >
        <Icon name="back" />
      </button>
      <h2 aria-live="polite" className="min-w-0 text-center text-20 font-semibold break-words first-letter:uppercase">
        {name(month)}
      </h2>
      <button
        type="button"
        className={arrow}
        aria-label={t('next')}
        disabled={last !== undefined && month >= last}
        onClick={() => onMonth(monthAfter(month, 1))}
      >
        <Icon name="forward" />
      </button>
    </div>
  )
}
