import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { LinkButton } from '@core/frame/LinkButton'
import { useSearchState } from '@core/frame/useSearchState'
import { useSheetOf } from '@core/frame/useSheet'
import { Screen } from '@core/frame/Screen'
import { useText, useLanguage } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import { Answer } from '@kit/ui/Answer'
import { Skeletons } from '@kit/ui/Loading'
import { useFigures } from '@kit/amount/useFigures'
import { AmountFact, Facts } from '@kit/ui/Facts'
import { serverNow } from '@kit/time/clock'
import { formatOwnTime } from '@kit/time/zone'
import { Countdown } from '@kit/ui/Countdown'
import { Time } from '@kit/ui/Time'
import type { Pools } from '../contract'
import { usePools } from './api'
import { MonthSheet } from './MonthSheet'
import { PastMonths } from './PastMonths'
import { PoolRow } from './PoolRow'
import { ReservesSummary } from './ReservesSummary'
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
