import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { useSearchState } from '@core/frame/useSearchState'
import { useSheetOf } from '@core/frame/useSheet'
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
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Pools } from '../contract'
import { MonthSheet } from './MonthSheet'
import { PastMonths } from './PastMonths'
import { PoolRow } from './PoolRow'
import { usePools, useReserves } from './api'
import { splitDays } from './decidePool'

/** The dividend pools: the month to date and what it would bring, the next payment, and past months with their statements. */
export function DividendPoolScreen() {
  const t = useText('node')
  const answers = useQueryClient()
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
