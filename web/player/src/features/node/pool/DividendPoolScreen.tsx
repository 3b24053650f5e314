import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { useSearchState } from '@core/frame/useSearchState'
import { useSheetOf } from '@core/frame/useSheet'
import { answers } from '@core/session/cache'
import { useFigures } from '@kit/amount/useFigures'
import { useLanguage, useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { formatOwnTime } from '@kit/time/zone'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Card } from '@kit/ui/Card'
import { Countdown } from '@kit/ui/Countdown'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import { Skeletons } from '@kit/ui/Loading'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { useState } from 'react'
import type { Pools, Pool } from '../contract'
import { MonthSheet } from './MonthSheet'
import { PoolRow } from './PoolRow'
import { usePools, useReserves } from './api'
import { splitDays, levelNames, pastMonths, peakOf, type PastMonth } from './decidePool'
import { StepButton } from '@kit/ui/StepButton'
import { gemHue } from '@kit/art/Gem'
import { shareOf } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import { BarChart } from '@kit/ui/BarChart'
import { Button } from '@kit/ui/Button'

/** The dividend pools: the month to date and what it would bring, the next payment, and past months with their statements. */
export function DividendPoolScreen() {
  const t = useText('node')
  const [search, show] = useSearchState()
  const month = useSheetOf('month', ['level'])
  return (
    <Screen title={t('pool.title')} onRefresh={() => answers.invalidateQueries()}>
      <div className="flex flex-col gap-4">
        <Months onMonth={month.open} />
      </div>
      {month.value && (
        <MonthSheet key={month.value} month={month.value} level={search.get('level')} onLevel={(level) => show({ level })} onClose={month.close} />
      )}
    </Screen>
  )
}

/** What is open and what is past, which is told of levels that are not sold any more, too. Without a line nothing is waited for. */
function Months({ onMonth }: { onMonth: (month: string) => void }) {
  const t = useText('node')
  const pools = usePools()
  if (pools.isLoading) return <Awaited />
  return (
    <>
      <Answer of={pools} waiting={<Awaited />}>
        {(open) => <OpenMonth pools={open} onEnd={() => void pools.refetch()} />}
      </Answer>
      {pools.data && <PastMonths pools={pools.data.pools} onOpen={onMonth} />}
      <LinkButton to="/mine?view=help&topic=check" kind="quiet" wide>
        {t('pool.check')}
      </LinkButton>
      <ReservesSummary />
    </>
  )
}

function OpenMonth({ pools, onEnd }: { pools: Pools; onEnd: () => void }) {
  const t = useText('node')
  return (
    <>
      <NextPayment at={pools.nextPaymentAt} onEnd={onEnd} />
      <MonthToDate pools={pools} />
      <Card label={t('pool.all')}>
        <h2 className="text-16 font-semibold">{t('pool.all')}</h2>
        <ul className="divide-y divide-line">
          {pools.pools.map((pool) => (
            <li key={pool.level}>
              <PoolRow pool={pool} />
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

function Awaited() {
  return <Skeletons heights={['148px', '150px', '238px']} className="flex flex-col gap-4" />
}

/** What machines that started in the month so far bring, and what does not count. */
function MonthToDate({ pools }: { pools: Pools }) {
  const t = useText('node')
  const { month } = useFigures()
  return (
    <Card label={t('pool.month.label')}>
      <h2 className="text-16 font-semibold">{t('pool.month.title', { month: month(pools.month) })}</h2>
      <Facts>
        <AmountFact name={t('pool.month.new')} value={pools.newPurchases} currency="USDT" note={t('pool.month.newNote')} strong />
        <AmountFact name={t('pool.month.repurchases')} value={pools.repurchases} currency="USDT" note={t('pool.month.repurchasesNote')} />
      </Facts>
    </Card>
  )
}

/** How long it is until dividends are paid, by the server's clock, and when that is for the platform and for who reads it. */
function NextPayment({ at, onEnd }: { at: string; onEnd: () => void }) {
  const t = useText('node')
  const own = formatOwnTime(at, useLanguage())
  const [nowMs, look] = useState(() => serverNow())
  const { days, rest } = splitDays(at, nowMs)
  return (
    <Card label={t('pool.next.title')}>
      <h2 className="text-15 text-muted">{t('pool.next.title')}</h2>
      <p className="mt-1 text-28 leading-tight font-semibold">
        {days > 0 && <>{t('pool.next.days', { days })} </>}
        <Countdown until={rest} onEnd={() => (days > 0 ? look(serverNow()) : onEnd())} />
      </p>
      <p className="mt-1 text-15">
        <Time at={at} plain />
        {own !== null && <span className="block text-13 text-muted">{t('pool.next.own', { time: own })}</span>}
      </p>
      <p className="mt-2 text-13 text-muted">{t('pool.next.text')}</p>
    </Card>
  )
}

/** What is owed and what is there, from the newest check of the books, and the public page with all of it. */
function ReservesSummary() {
  const t = useText('node')
  const language = useLanguage()
  return (
    <Card label={t('pool.reserves.title')}>
      <h2 className="text-15 text-muted">{t('pool.reserves.title')}</h2>
      <Answer of={useReserves()} waiting={<Skeleton height="216px" />}>
        {({ number, currencies, at }) =>
          number > 0 && (
            <>
              <Facts>
                {currencies.map(({ currency, owed, there }) => (
                  <Fact key={currency} name={t('pool.reserves.there', { currency })} note={<OwedNote currency={currency} owed={owed} />} strong>
                    <Amount value={there} currency={currency} />
                  </Fact>
                ))}
              </Facts>
              <p className="mt-2 text-13 text-muted">
                {t('pool.reserves.at')} <Time at={at} plain />
              </p>
            </>
          )
        }
      </Answer>
      <a href={`/transparency/?lang=${language}`} className="press mt-1 inline-flex min-h-11 items-center text-15 text-brass-ink underline underline-offset-4">
        {t('pool.reserves.page')}
      </a>
    </Card>
  )
}

function OwedNote({ currency, owed }: { currency: string; owed: string }) {
  const t = useText('node')
  return (
    <>
      {t('pool.reserves.owed')} <Amount value={owed} currency={currency} />
    </>
  )
}

/** The pools of the past twelve months as bars; the chosen month's figures stand below, with the way to its statements. */
function PastMonths({ pools, onOpen }: { pools: readonly Pool[]; onOpen: (month: string) => void }) {
  const t = useText('node')
  const months = pastMonths(pools)
  return (
    <Card label={t('pool.past.title')}>
      <h2 className="text-16 font-semibold">{t('pool.past.title')}</h2>
      {months.length > 0 ? <Chart months={months} onOpen={onOpen} /> : <p className="mt-1 text-15 text-muted">{t('pool.past.none')}</p>}
    </Card>
  )
}

function Chart({ months, onOpen }: { months: readonly PastMonth[]; onOpen: (month: string) => void }) {
  const t = useText('node')
  const { money, month: print } = useFigures()
  const [chosenMonth, choose] = useState<string | null>(null)
  const found = months.findIndex(({ month }) => month === chosenMonth)
  const place = found === -1 ? months.length - 1 : found
  const [before, chosen, after] = [months[place - 1], months[place], months[place + 1]]
  const peak = peakOf(months)
  const text = (pool: Decimal | undefined) => money(pool, 'USDT', { decimalsMax: 4 })
  if (!chosen) return null
  return (
    <>
      <fieldset className="mt-2 min-w-0">
        <legend className="sr-only">{t('pool.past.label')}</legend>
        <BarChart
          groups={months.map(({ month, pools }) => ({
            key: month,
            label: t('pool.past.column', { month: print(month), diamond: text(pools.diamond), star: text(pools.star), king: text(pools.king) }),
            mark: String(Number(month.slice(5))),
            bars: levelNames.map((level) => ({ hue: gemHue[level], share: shareOf(pools[level] ?? '0', peak) })),
          }))}
          chosen={chosen.month}
          onChoose={choose}
        />
      </fieldset>
      <div className="mt-3 flex items-center justify-between gap-2">
        <StepButton icon="back" label={t('pool.past.previous')} isOff={!before} onPress={() => before && choose(before.month)} />
        <h3 aria-live="polite" className="min-w-0 text-center text-15 font-semibold break-words first-letter:uppercase">
          {print(chosen.month)}
        </h3>
        <StepButton icon="forward" label={t('pool.past.next')} isOff={!after} onPress={() => after && choose(after.month)} />
      </div>
      <dl className="mt-1 flex flex-col gap-1">
        {levelNames.map((level) => (
          <div key={level} className="flex flex-wrap items-baseline justify-between gap-x-4 text-15">
            <dt className="flex items-center gap-2 text-muted">
              <span aria-hidden className="inline-block size-2.5 rounded-full" style={{ background: gemHue[level] }} />
              {t(`level.${level}`)}
            </dt>
            <dd className="ml-auto">
              <Amount value={chosen.pools[level]} currency="USDT" decimalsMax={4} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 mb-3 text-13 text-muted">{t('pool.past.note')}</p>
      <Button wide onClick={() => onOpen(chosen.month)}>
        {t('pool.past.open', { month: print(chosen.month) })}
      </Button>
    </>
  )
}
