import { useState, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useText, useLanguage } from '@kit/i18n/text'
import { Unreachable } from '@kit/ui/Unreachable'
import { Button } from '@kit/ui/Button'
import { EmptyState } from '@kit/ui/EmptyState'
import { Segmented } from '@kit/ui/Segmented'
import { Screen } from '@core/frame/Screen'
import { readCloses, readHeld } from './api'
import { yearsOf, type Closes, type YearParts, decideYear, yearOf, type Game, type YearSum, type Year } from './decideYear'
import { compareAmounts, shareOf } from '@kit/amount/compare'
import { signOf, type Decimal } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { formatDay, formatTime, zoneName } from '@kit/time/zone'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { download } from '@kit/ui/download'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import { usePrinted } from '@kit/ui/usePrinted'
import { useReceipts } from '@core/rounds/useReceipts'
import { useMovementName } from '../movements/useMovementName'
import { csvOf } from './csv'

/** What a year came to, made on this device of everything that is held about the person. */
export function YearScreen() {
  const t = useText('personal')
  const making = useMutation({
    mutationFn: async () => {
      const held = await readHeld()
      return { held, closes: await readCloses(yearsOf(held)) }
    },
  })
  return (
    <Screen title={t('year.title')}>
      {making.data ? (
        <Made {...making.data} />
      ) : (
        <>
          <p className="mb-4 text-15 text-muted">{t('year.lead')}</p>
          <Button kind="main" wide busy={making.isPending} onClick={() => making.mutate()}>
            {t('year.make')}
          </Button>
          <Unreachable fault={making.error} isRead />
        </>
      )}
    </Screen>
  )
}

function Made({ held, closes }: { held: YearParts; closes: Closes }) {
  const t = useText('personal')
  const years = yearsOf(held)
  const [chosen, setChosen] = useState(years[0])
  if (chosen === undefined) return <EmptyState title={t('year.empty')} />
  return (
    <>
      {years.length > 1 && (
        <div className="mb-4 print:hidden">
          <Segmented label={t('year.which')} value={chosen} onChange={setChosen} of={years} />
        </div>
      )}
      <YearPage key={chosen} held={held} closes={closes} year={chosen} />
    </>
  )
}

interface YearPageProps {
  held: YearParts
  closes: Closes
  year: string
}

/** One year: what came in against what it cost, and what there was in it. It prints on a page. */
function YearPage({ held, closes, year }: YearPageProps) {
  const t = useText('personal')
  const made = decideYear(held, closes, year)
  return (
    <div className="flex flex-col gap-4">
      <Lead year={year} made={made} />
      <Firsts year={year} made={made} />
      {made.income.length > 0 && (
        <Card label={t('year.income')}>
          <h2 className="text-18 font-semibold">{t('year.income')}</h2>
          <Facts>
            {made.income.map(({ type, sums }) => (
              <Sums key={type} name={<IncomeName type={type} />} sums={sums} />
            ))}
          </Facts>
        </Card>
      )}
      {made.game && <GameCard {...made.game} />}
      <p className="text-13 text-muted">
        {t('year.how', { zone: zoneName() })}
        {made.daysWithoutPrice > 0 && ` ${t('year.unpriced', { count: made.daysWithoutPrice })}`}
      </p>
      <Taken held={held} closes={closes} year={year} />
    </div>
  )
}

function IncomeName({ type }: { type: Year['income'][number]['type'] }) {
  const t = useText('personal')
  return <>{t(`movements.type.${type}`)}</>
}

/** The year's number, and income beside fees as two bars of one scale. */
function Lead({ year, made }: { year: string; made: Year }) {
  const t = useText('personal')
  const most = compareAmounts(made.incomeWorth, made.feesWorth) > 0 ? made.incomeWorth : made.feesWorth
  return (
    <Card>
      <h2 className="fig text-40 font-semibold">{year}</h2>
      <div className="mt-3 flex flex-col gap-3">
        <Bar name={t('year.incomeWorth')} value={made.incomeWorth} most={most} tone="bg-gain" />
        <Bar name={t('year.feesWorth')} value={made.feesWorth} most={most} tone="bg-loss" />
      </div>
      {(made.fees.length > 0 || signOf(made.serviceFees) > 0 || signOf(made.nodes) > 0) && (
        <div className="mt-3 border-t border-line pt-1">
          <Facts>
            {signOf(made.serviceFees) > 0 && <AmountFact name={t('year.serviceFees')} value={made.serviceFees} currency="USDT" own />}
            {made.fees.length > 0 && <Sums name={t('year.fees')} sums={made.fees} />}
            {signOf(made.nodes) > 0 && <AmountFact name={t('year.nodes')} value={made.nodes} currency="USDT" own />}
          </Facts>
        </div>
      )}
    </Card>
  )
}

function Bar({ name, value, most, tone }: { name: string; value: Decimal; most: Decimal; tone: string }) {
  return (
    <div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-15 text-muted">{name}</span>
        <span className="text-18 font-semibold">
          <Amount value={value} currency="USDT" decimalsMax={2} own />
        </span>
      </p>
      <div aria-hidden="true" className="mt-1 h-2 overflow-hidden rounded-full bg-sunk">
        <div className={`h-full rounded-full ${tone}`} style={{ width: `${shareOf(value, most) * 100}%` }} />
      </div>
    </div>
  )
}

/** The first machine, the best day, and the rounds that this device recomputed. */
function Firsts({ year, made }: { year: string; made: Year }) {
  const t = useText('personal')
  const language = useLanguage()
  const checked = useReceipts().receipts.filter(
    ({ atMs, outcome }) => atMs !== undefined && outcome === 'ok' && yearOf(new Date(atMs).toISOString()) === year,
  ).length
  if (made.firstMachine === null && made.bestDay === null && checked === 0) return null
  return (
    <Facts framed>
      {made.firstMachine && (
        <Fact name={t('year.first')} note={formatTime(made.firstMachine.at, language)}>
          {made.firstMachine.name}
        </Fact>
      )}
      {made.bestDay && (
        <AmountFact name={t('year.best')} value={made.bestDay.worth} currency="USDT" decimalsMax={2} own note={formatDay(made.bestDay.day, language)} />
      )}
      {checked > 0 && (
        <Fact name={t('year.checked')} note={t('year.checkedHow')}>
          {checked}
        </Fact>
      )}
    </Facts>
  )
}

/** A name, the sum in each currency, and what those that have a price were worth. */
function Sums({ name, sums }: { name: ReactNode; sums: readonly YearSum[] }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <dt className="min-w-0 text-15 text-muted">{name}</dt>
      <dd className="ml-auto flex flex-col items-end text-15">
        {sums.map(({ currency, amount, worth }) => (
          <span key={currency}>
            <Amount value={amount} currency={currency} own />
            {currency !== 'USDT' && worth !== null && (
              <span className="ml-2 text-13 text-muted">
                ≈ <Amount value={worth} currency="USDT" decimalsMax={2} own />
              </span>
            )}
          </span>
        ))}
      </dd>
    </div>
  )
}

/** The game's year in one sentence. */
function GameCard({ rounds, paid, back }: Game) {
  const t = useText('personal')
  const { owned } = useFigures()
  const points = (value: number) => owned(String(value), 'GP')
  const net = back - paid
  return (
    <Card label={t('year.game')}>
      <h2 className="text-18 font-semibold">{t('year.game')}</h2>
      <p className="mt-1 text-15">
        {t('year.played', { rounds, paid: points(paid), back: points(back) })}{' '}
        {net === 0 ? t('year.even') : net < 0 ? t('year.less', { points: points(-net) }) : t('year.more', { points: points(net) })}
      </p>
    </Card>
  )
}

/** The year on paper, and as a table. */
function Taken({ held, closes, year }: YearPageProps) {
  const t = useText('personal')
  const language = useLanguage()
  const nameOf = useMovementName()

  function save() {
    const columns = [
      t('year.csv.time', { zone: zoneName() }),
      t('year.csv.type'),
      t('year.csv.amount'),
      t('year.csv.currency'),
      t('year.csv.price'),
      t('year.csv.worth'),
      t('year.csv.number'),
      t('year.csv.hash'),
    ] as const
    // Spreadsheets take a file without the mark for one in the system's own letters.
    download(`etld-${year}.csv`, new Blob(['\uFEFF', csvOf(held.movements, closes, year, { language, columns, typeOf: nameOf })], { type: 'text/csv' }))
  }

  usePrinted()
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-3 print:hidden">
      <Button onClick={() => print()}>{t('year.print')}</Button>
      <Button onClick={save}>{t('year.save')}</Button>
    </div>
  )
}
