import { Fragment } from 'react'
import { useText } from '@kit/i18n/text'
import { byDay } from '@kit/time/byDay'
import { Amount } from '@kit/ui/Amount'
import { DayHeading } from '@kit/ui/DayHeading'
import { EmptyState } from '@kit/ui/EmptyState'
import { ListEnd } from '@kit/ui/ListEnd'
import { Skeleton } from '@kit/ui/Skeleton'
import { Loading } from '@kit/ui/Loading'
import { useSheetOf } from '@core/frame/useSheet'
import { CurrencyMark } from '../CurrencyMark'
import type { DaySum, Movements } from './api'
import { sumsOn } from './decideMovements'
import { MovementRow } from './MovementRow'
import { MovementSheet } from './MovementSheet'

interface MovementListProps {
  list: Movements
  /** Whether an empty list may be the filter's doing. */
  isFiltered: boolean
}

/** Movements, newest first, by day and page by page; each opens a sheet with all its details. */
export function MovementList({ list, isFiltered }: MovementListProps) {
  const t = useText('wallet-movements')
  const sheet = useSheetOf('movement')
  const opened = list.rows.find((movement) => movement.id === sheet.value) ?? null
  if (list.query.isPending) return <MovementsSkeleton />
  const days = byDay(list.rows)
  const isEmpty = !list.hasFailed && list.rows.length === 0
  return (
    <>
      {isEmpty && (
        <EmptyState
          title={isFiltered ? t('empty.filtered') : t('empty.title')}
          hint={isFiltered ? t('empty.filteredHint') : t('empty.hint')}
          art={<CurrencyMark currency="ETLD" size={112} />}
        />
      )}
      {list.rows.length > 0 && (
        <div>
          {days.map(({ day, rows }) => (
            <Fragment key={day}>
              <DayHeading day={day}>
                <Sums sums={sumsOn(day, list.days)} />
              </DayHeading>
              <ul className="divide-y divide-line rounded-card border border-line bg-raised px-4">
                {rows.map((movement) => (
                  <li key={movement.id}>
                    <MovementRow movement={movement} onOpen={() => sheet.open(movement.id)} />
                  </li>
                ))}
              </ul>
            </Fragment>
          ))}
        </div>
      )}
      <ListEnd list={list} />
      <MovementSheet movement={opened} onClose={sheet.close} />
    </>
  )
}

/** What a day came to, as the server adds it up. */
function Sums({ sums }: { sums: readonly DaySum[] }) {
  const t = useText('wallet-movements')
  if (sums.length === 0) return null
  return (
    <>
      {t('day.sum')}{' '}
      {sums.map(({ currency, sum }, index) => (
        <Fragment key={currency}>
          {index > 0 && ' · '}
          <Amount value={sum} currency={currency} signed own />
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
