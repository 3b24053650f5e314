import { useState } from 'react'
import { Link } from '@core/frame/links'
import { shareOf } from '@kit/amount/compare'
import { dateFormat } from '@kit/i18n/formatters'
import { localeOf } from '@kit/i18n/language'
import { useLanguage, useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { BarChart } from '@kit/ui/BarChart'
import { Card } from '@kit/ui/Card'
import { Icon } from '@kit/ui/Icon'
import type { StatisticsDay } from '../contract'
import { peakOf } from './decideMachine'
import { useFigures } from '@kit/amount/useFigures'

/** Seven days of income as bars; the chosen day's figures stand above them, each day says its own. */
export function Calendar({ days }: { days: readonly StatisticsDay[] }) {
  const t = useText('machine')
  const { owned } = useFigures()
  const print = usePrintedDay()
  const newest = days.at(-1)?.date ?? ''
  const [chosenDate, setChosenDate] = useState<string | null>(null)
  const chosen = days.find((day) => day.date === chosenDate) ?? days.at(-1)
  const peaks = { interest: peakOf(days.map((day) => day.interest)), etld: peakOf(days.map((day) => day.etld)) }
  if (!chosen) return null
  return (
    <Card>
      <fieldset className="min-w-0">
        <legend className="text-16 font-semibold">{t('mine.calendar.title')}</legend>
        <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 text-15">
          <span className="text-muted">
            {print(chosen.date, 'long')}
            {chosen.date === newest && <> · {t('mine.calendar.today')}</>}
          </span>
          <span className="flex flex-wrap gap-x-4">
            <span>
              <Key hue="var(--gain)" /> <Amount value={chosen.interest} currency="USDT" decimalsMax={4} own />
            </span>
            <span>
              <Key hue="var(--brass)" /> <Amount value={chosen.etld} currency="ETLD" decimalsMax={4} own />
            </span>
          </span>
        </div>
        <div className="mt-3">
          <BarChart
            groups={days.map((day) => ({
              key: day.date,
              label: t('mine.calendar.column', { day: print(day.date, 'long'), interest: owned(day.interest, 'USDT'), etld: owned(day.etld, 'ETLD') }),
              mark: print(day.date, 'short'),
              bars: [
                { hue: 'var(--gain)', share: shareOf(day.interest, peaks.interest) },
                { hue: 'var(--brass)', share: shareOf(day.etld, peaks.etld) },
              ],
            }))}
            chosen={chosen.date}
            onChoose={setChosenDate}
          />
        </div>
      </fieldset>
      <p className="mt-2 text-13 text-muted">{t('mine.calendar.note')}</p>
      <WholeMonths />
    </Card>
  )
}

/** The way to what came in by the month, and to what is certain to come. */
export function WholeMonths() {
  const t = useText('machine')
  return (
    <p className="mt-1">
      <Link to="/myMiner?view=calendar" className="inline-flex min-h-11 items-center gap-1 text-15 font-medium text-brass-ink">
        {t('mine.calendar.month')} <Icon name="forward" size={18} />
      </Link>
    </p>
  )
}

function usePrintedDay(): (date: string, style: 'short' | 'long') => string {
  const language = useLanguage()
  return (date, style) => {
    const options: Intl.DateTimeFormatOptions = style === 'short' ? { day: 'numeric' } : { weekday: 'short', month: 'short', day: 'numeric' }
    const parts = dateFormat(localeOf(language), { ...options, timeZone: 'UTC' }).formatToParts(new Date(`${date}T00:00:00Z`))
    return style === 'short' ? (parts.find((part) => part.type === 'day')?.value ?? date) : parts.map((part) => part.value).join('')
  }
}

function Key({ hue }: { hue: string }) {
  return <span aria-hidden className="inline-block size-2 rounded-full align-middle" style={{ background: hue }} />
}
