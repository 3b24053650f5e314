import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { Link } from '@core/frame/links'
import { placeOf } from '@core/frame/places'
import { useSearchState } from '@core/frame/useSearchState'
import { Worth } from '@core/price/Worth'
import type { Decimal } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { platformDay, zoneName } from '@kit/time/zone'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Card } from '@kit/ui/Card'
import { Fact, Facts } from '@kit/ui/Facts'
import { maskId } from '@kit/ui/MaskedId'
import { Skeleton } from '@kit/ui/Skeleton'
import { StepButton } from '@kit/ui/StepButton'
import { Time } from '@kit/ui/Time'
import { LinkCard } from './LinkCard'
import { Dot, MonthGrid } from './MonthGrid'
import { useMonth, type Month, type CalendarDay, type CalendarLine } from './api'
import { markOf, marksOf, monthAfter, monthIn, openDay } from './decideCalendar'

/** A month of income as a grid: what was posted, and what is certain to come. A day opens its lines. */
export function CalendarScreen() {
  const t = useText('calendar')
  const [search, show] = useSearchState()
  const machine = search.get('machine')
  const answer = useMonth(monthIn(search.get('month')), machine)
  const { data } = answer
  const month = monthIn(search.get('month')) ?? data?.month ?? platformDay(serverNow()).slice(0, 7)
  const days = data?.days ?? []
  const day = openDay(month, search.get('day'), data?.today, days)
  const lines = days.find((one) => one.day === day)?.lines ?? []

  return (
    <Screen title={t('title')}>
      <div className="flex flex-col gap-4">
        {machine !== null && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 text-15 wrap-anywhere text-muted">{t('machine', { no: maskId(machine) })}</p>
            <span className="flex flex-wrap gap-2">
              <LinkButton to={`/myMiner?view=statement&machine=${encodeURIComponent(machine)}`} kind="quiet" size="small">
                {t('statement.title')}
              </LinkButton>
              <LinkButton to="/myMiner?view=calendar" kind="quiet" size="small">
                {t('all')}
              </LinkButton>
            </span>
          </div>
        )}
        <MonthHead month={month} first={data?.first} last={data?.last} onMonth={(next) => show({ month: next, day: null })} />
        <MonthGrid month={month} days={days} chosen={day} today={data?.today ?? null} onDay={(next) => show({ month: next.slice(0, 7), day: next })} />
        <Legend days={days} />
        <Answer of={answer} waiting={<Skeleton height="260px" />} missing={<p className="text-15 text-muted">{t('missing')}</p>}>
          {(shown) => (
            <>
              <Sums month={shown} />
              <DayLines day={day} lines={lines} />
            </>
          )}
        </Answer>
        {/* What stands below comes with the figures, which would push it down. */}
        {!answer.isPending && machine === null && <LinkCard />}
        {!answer.isPending && <p className="text-13 text-muted">{t('note', { zone: zoneName() })}</p>}
      </div>
    </Screen>
  )
}

/** What the month's income comes to, by currency. */
function Sums({ month }: { month: Month }) {
  const t = useText('calendar')
  if (month.days.length === 0) return <p className="text-15 text-muted">{t('empty')}</p>
  const coming = month.sums.filter((sum) => sum.coming !== '0')
  return (
    <Facts framed>
      <Fact name={t('sum.posted')}>
        <Each sums={month.sums.map(({ currency, posted }) => ({ currency, value: posted }))} />
      </Fact>
      {coming.length > 0 && (
        <Fact name={t('sum.coming')}>
          <Each sums={coming.map(({ currency, coming: value }) => ({ currency, value }))} />
        </Fact>
      )}
    </Facts>
  )
}

/** A sum of each currency, on a line of its own. */
function Each({ sums }: { sums: readonly { currency: string; value: Decimal }[] }) {
  return sums.map(({ currency, value }) => (
    <span key={currency} className="block">
      <Amount value={value} currency={currency} own />
      <Worth amount={value} currency={currency} own />
    </span>
  ))
}

/** What the marks of a month mean. */
function Legend({ days }: { days: readonly CalendarDay[] }) {
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

interface MonthHeadProps {
  month: string
  /** The months with anything in them; not known before the first answer. */
  first: string | undefined
  last: string | undefined
  onMonth: (month: string) => void
}

/** The month's name between the ways to the months beside it. */
function MonthHead({ month, first, last, onMonth }: MonthHeadProps) {
  const t = useText('calendar')
  const { month: name } = useFigures()
  return (
    <div className="flex items-center justify-between gap-2">
      <StepButton icon="back" label={t('previous')} isOff={first !== undefined && month <= first} onPress={() => onMonth(monthAfter(month, -1))} />
      <h2 aria-live="polite" className="min-w-0 text-center text-20 font-semibold break-words first-letter:uppercase">
        {name(month)}
      </h2>
      <StepButton icon="forward" label={t('next')} isOff={last !== undefined && month >= last} onPress={() => onMonth(monthAfter(month, 1))} />
    </div>
  )
}

/** What one day brought, or will, line by line. */
function DayLines({ day, lines }: { day: string; lines: readonly CalendarLine[] }) {
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
