import { shareOf } from '@kit/amount/compare'
import { localeOf } from '@kit/i18n/language'
import { useLanguage, useText } from '@kit/i18n/text'
import { platformDay } from '@kit/time/zone'
import { serverNow } from '@kit/time/clock'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import type { CalendarDay } from './api'
import { peakOf } from './decideMachine'

/** Seven days of income as a table whose bars are drawn beside the figures. */
export function Calendar({ days }: { days: readonly CalendarDay[] }) {
  const t = useText('machine-mine')
  const peaks = { interest: peakOf(days.map((day) => day.interest)), etld: peakOf(days.map((day) => day.etld)) }
  if (days.length === 0) return null
  return (
    <Card>
      <table className="w-full border-collapse text-13">
        <caption className="pb-2 text-left text-16 font-semibold">{t('calendar.title')}</caption>
        <thead>
          <tr className="text-muted">
            <th scope="col" className="py-1 pr-3 text-left font-normal">
              {t('calendar.day')}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              <Key hue="var(--gain)" /> {t('calendar.interest')}
            </th>
            <th scope="col" className="py-1 pl-3 text-right font-normal">
              <Key hue="var(--brass)" /> {t('calendar.etld')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <Row key={day.date} day={day} peaks={peaks} />
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-13 text-muted">{t('calendar.note')}</p>
    </Card>
  )
}

function Key({ hue }: { hue: string }) {
  return <span aria-hidden className="inline-block size-2 rounded-full align-middle" style={{ background: hue }} />
}

function Row({ day, peaks }: { day: CalendarDay; peaks: { interest: string; etld: string } }) {
  const t = useText('machine-mine')
  const language = useLanguage()
  const isToday = day.date === platformDay(serverNow())
  const date = new Date(`${day.date}T00:00:00Z`)
  const printed = new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', month: 'numeric', day: 'numeric', timeZone: 'UTC' }).format(date)
  return (
    <>
      <tr className="border-t border-line">
        <th scope="row" className={`pt-2 pr-3 text-left ${isToday ? 'font-semibold' : 'font-normal'}`}>
          <time dateTime={day.date} className="fig">
            {printed}
          </time>
          {isToday && <span className="ml-1 text-brass-ink">{t('calendar.today')}</span>}
        </th>
        <td className="pt-2 text-right">
          <Amount value={day.interest} currency="USDT" bare decimalsMax={4} />
        </td>
        <td className="pt-2 pl-3 text-right">
          <Amount value={day.etld} currency="ETLD" bare decimalsMax={4} />
        </td>
      </tr>
      <tr>
        <td colSpan={3} className="pb-2">
          <span aria-hidden className="mt-1 block">
            <Bar share={shareOf(day.interest, peaks.interest)} hue="var(--gain)" />
            <Bar share={shareOf(day.etld, peaks.etld)} hue="var(--brass)" />
          </span>
        </td>
      </tr>
    </>
  )
}

function Bar({ share, hue }: { share: number; hue: string }) {
  return (
    <span className="mt-0.5 block h-1 rounded-full bg-sunk">
      <span className="block h-full rounded-full" style={{ width: `${share > 0 ? Math.max(2, share * 100) : 0}%`, background: hue }} />
    </span>
  )
}
