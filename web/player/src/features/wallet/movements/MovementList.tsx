import { Fragment, useState } from 'react'
import { useLanguage, useText } from '@kit/i18n/text'
import { byDay } from '@kit/time/byDay'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { DayHeading } from '@kit/ui/DayHeading'
import { EmptyState } from '@kit/ui/EmptyState'
import { ListEnd } from '@kit/ui/ListEnd'
import { Skeleton } from '@kit/ui/Skeleton'
import { Loading } from '@kit/ui/Loading'
import { useSheetOf } from '@core/frame/useSheet'
import { formatAmount, signOf } from '@kit/amount/format'
import type { Movement } from '@kit/api/contract'
import { Worth } from '@core/price/Worth'
import { useFigures } from '@kit/amount/useFigures'
import { CurrencyMark } from '../CurrencyMark'
import { type DaySum, type Movements, useMachineNames, type MonthSum } from './api'
import { isFound, monthsIn, decideActivity, type Sign } from './decideActivity'
import { decideDirection, sumsOn } from './decideMovements'
import { useMovementName } from './useMovementName'
import { MovementRow } from './MovementRow'
import { MovementSheet } from './MovementSheet'

/** So many rows a search reads by itself: a word that nothing holds would read years of them. */
const searchedAtOnce = 300

interface MovementListProps {
  list: Movements
  /** Whether an empty list may be the filter's doing. */
  isFiltered: boolean
  /** Types and balances, as books are kept, in place of people's words. */
  isAccounts?: boolean
  /** Words that the rows shown must hold. */
  sought?: string
}

/** Movements, newest first, by day and page by page; each opens a sheet with all its details. */
export function MovementList({ list, isFiltered, isAccounts = false, sought = '' }: MovementListProps) {
  const t = useText('personal')
  const language = useLanguage()
  const nameOf = useActivityName(isAccounts)
  const sheet = useSheetOf('movement')
  const [searchedMax, setSearchedMax] = useState(searchedAtOnce)
  if (list.query.isPending) return <MovementsSkeleton />
  const isSearch = sought.trim() !== ''
  const rows = isSearch
    ? list.rows.filter((row) =>
        isFound(`${nameOf(row).name} ${row.amount} ${formatAmount(row.amount, language)} ${row.currency} ${row.refId} ${row.txNo}`, sought.trim()),
      )
    : list.rows
  const days = byDay(rows)
  const months = isAccounts || isSearch ? null : monthsIn(list.months)
  const isEmpty = !list.hasFailed && rows.length === 0 && !(isSearch && list.query.hasNextPage)
  const asksFurther = isSearch && !list.hasFailed && list.query.hasNextPage && list.rows.length >= searchedMax
  return (
    <>
      {isEmpty && (
        <EmptyState
          title={isFiltered || isSearch ? t('movements.empty.filtered') : t('movements.empty.title')}
          hint={isSearch ? t('movements.search.none') : isFiltered ? t('movements.empty.filteredHint') : t('movements.empty.hint')}
          art={<CurrencyMark currency="ETLD" size={112} />}
        />
      )}
      {days.map(({ day, rows: ofDay }, index) => (
        <Fragment key={ofDay[0]?.id ?? day}>
          {months && day.slice(0, 7) !== days[index - 1]?.day.slice(0, 7) && <MonthHeading month={day.slice(0, 7)} sums={months.get(day.slice(0, 7)) ?? []} />}
          <DayHeading day={day}>{!isSearch && <Sums sums={sumsOn(day, list.days)} />}</DayHeading>
          <ul className="divide-y divide-line rounded-card border border-line bg-raised px-4">
            {ofDay.map((movement) => (
              <li key={movement.id}>
                <MovementRow movement={movement} {...nameOf(movement)} isAccounts={isAccounts} onOpen={() => sheet.open(movement.id)} />
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      {isSearch && (
        <div role="status">
          {asksFurther && (
            <EmptyState
              title={t(rows.length === 0 ? 'movements.search.noneYet' : 'movements.search.foundYet')}
              hint={t('movements.search.read', { count: list.rows.length })}
              action={<Button onClick={() => setSearchedMax(list.rows.length + searchedAtOnce)}>{t('movements.search.further')}</Button>}
            />
          )}
        </div>
      )}
      {!asksFurther && <ListEnd list={list} />}
      {sheet.value !== null && <MovementSheet id={sheet.value} list={list} onClose={sheet.close} />}
    </>
  )
}

/** What a day came to, as the server adds it up. */
function Sums({ sums }: { sums: readonly DaySum[] }) {
  const t = useText('personal')
  if (sums.length === 0) return null
  return (
    <>
      {t('movements.day.sum')}{' '}
      {sums.map(({ currency, sum }, index) => (
        <Fragment key={currency}>
          <Amount value={sum} currency={currency} signed own />
          {/* A line ends with the dot, and none begins with it. */}
          {index < sums.length - 1 && '\u00a0· '}
        </Fragment>
      ))}
    </>
  )
}

function MovementsSkeleton() {
  return (
    <Loading className="divide-y divide-line rounded-card border border-line bg-raised px-4">
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <div key={row} className="flex gap-3 py-3">
          <Skeleton width="36px" height="36px" round />
          <div className="flex min-w-0 flex-1 flex-col gap-1.5">
            <div className="flex justify-between gap-4">
              <Skeleton width="45%" height="22px" />
              <Skeleton width="25%" height="22px" />
            </div>
            <Skeleton width="60%" height="17px" />
            <Skeleton width="50%" height="17px" />
          </div>
        </div>
      ))}
    </Loading>
  )
}

/** What a movement is called, in the accounts or in people's words, and its drawing. */
function useActivityName(isAccounts: boolean): (movement: Movement) => { name: string; sign: Sign } {
  const t = useText('personal')
  const nameOf = useMovementName()
  const machines = useMachineNames()
  return (movement) => {
    if (isAccounts) return { name: nameOf(movement), sign: decideDirection(movement.amount) }
    const { deed, machine, sign } = decideActivity(movement, machines)
    if (deed === null) return { name: nameOf(movement), sign }
    const done = t(`movements.deed.${deed}`)
    if (machine === null) return { name: done, sign }
    const whose = machine === '' ? t('movements.whose.machines') : machine
    return { name: t('movements.whose', { machine: whose, deed: done }), sign }
  }
}

/** A month above its days, with what came in and went out of each currency. */
function MonthHeading({ month, sums }: { month: string; sums: readonly MonthSum[] }) {
  const t = useText('personal')
  const { month: print } = useFigures()
  return (
    <div className="mt-6 rounded-card border border-line bg-sunk px-4 py-3 first:mt-0">
      <h2 className="text-16 font-semibold first-letter:uppercase">{print(month)}</h2>
      <dl className="mt-1 grid gap-y-1 text-13">
        {(['in', 'out'] as const).map((way) => {
          const moved = sums.filter((sum) => signOf(sum[way]) !== 0)
          if (moved.length === 0) return null
          return (
            // Where text is large the sums go below what they are.
            <div key={way} className="flex flex-wrap gap-x-3">
              <dt className="text-muted">{t(`movements.month.${way}`)}</dt>
              <dd className="ml-auto max-w-full min-w-0 text-right">
                {moved.map((sum) => (
                  <div key={sum.currency}>
                    <Amount value={sum[way]} currency={sum.currency} own />
                    <Worth amount={sum[way].replace(/^-/, '')} currency={sum.currency} own />
                  </div>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
