import { Link } from '@core/frame/links'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Worth } from '@core/price/Worth'
import { placeOf } from '@core/frame/places'
import { Card } from '@kit/ui/Card'
import { maskId } from '@kit/ui/MaskedId'
import { Time } from '@kit/ui/Time'
import { platformDay } from '@kit/time/zone'
import type { CalendarLine } from './api'
import { markOf } from './decideCalendar'
import { Dot } from './MonthGrid'

/** What one day brought, or will, line by line. */
export function DayLines({ day, lines }: { day: string; lines: readonly CalendarLine[] }) {
  const t = useText('calendar')
  const { day: printed } = useFigures()
  return (
    <Card label={printed(day)}>
      <h3 className="text-16 font-semibold">{printed(day)}</h3>
      {lines.length === 0 ? (
        <p className="mt-1 text-15 text-muted">{t('day.nothing')}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {lines.map((line) => (
            <Line key={`${line.kind} ${line.currency} ${line.minerNo} ${line.posted}`} day={day} line={line} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Line({ day, line }: { day: string; line: CalendarLine }) {
  const t = useText('calendar')
  const { kind, posted, amount, currency, count, at, minerNo } = line
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <span className="flex min-w-0 items-baseline gap-2 text-15">
        <Dot kind={markOf(kind)} posted={posted} />
        <span className="min-w-0">
          {t(`kind.${kind}`)}
          {!posted && <span className="text-muted"> · {t('certain')}</span>}
        </span>
      </span>
      {currency !== '' && (
        <span className="ml-auto text-right text-16">
          {amount === null ? (
            <span className="text-13 text-muted">{t('open')}</span>
          ) : (
            <>
              <Amount value={amount} currency={currency} toned={posted} own />
              <Worth amount={amount} currency={currency} own />
            </>
          )}
        </span>
      )}
      <span className="w-full pl-4 text-13 text-muted">
        {/* What fell due late in a day may be posted on the next. */}
        <Time at={at} as={platformDay(Date.parse(at)) === day ? 'clock' : 'minute'} />
        {count > 1 && ` · ${t('count', { count })}`}
        {minerNo !== '' && (
          <>
            {' · '}
            <Link to={placeOf('machine', minerNo)} className="-my-3 py-3 underline underline-offset-4">
              {maskId(minerNo)}
            </Link>
          </>
        )}
      </span>
    </li>
  )
}
