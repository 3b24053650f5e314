import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import { Icon } from '@kit/ui/Icon'
import { ListEnd } from '@kit/ui/ListEnd'
import { Skeleton } from '@kit/ui/Skeleton'
import { Loading } from '@kit/ui/Loading'
import { useIncome } from './api'
import type { MyMachineDetail } from '../contract'
import { IncomeEntry } from './IncomeEntry'

/** What the machine has paid, newest first, each figure with what it was computed from. */
export function IncomeLog({ machine }: { machine: MyMachineDetail }) {
  const t = useText('machine-income')
  const list = useIncome(machine.id)
  if (list.query.isPending) {
    return (
      <Loading className="flex flex-col gap-2">
        {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
          <Skeleton key={row} height="64px" />
        ))}
      </Loading>
    )
  }
  if (list.rows.length === 0) return list.hasFailed ? <ListEnd list={list} /> : <EmptyState title={t('empty')} hint={t('empty.hint')} />
  return (
    <div>
      <p className="mb-2 flex flex-wrap items-center justify-between gap-x-4 text-13 text-muted">
        {t('lead')}
        <Link
          to={`/myMiner?view=calendar&machine=${encodeURIComponent(machine.id)}`}
          className="inline-flex min-h-11 items-center gap-1 text-15 font-medium text-brass-ink"
        >
          {t('calendar')} <Icon name="forward" size={18} />
        </Link>
      </p>
      <ul className="flex flex-col gap-2">
        {list.rows.map((row) => (
          <li key={`${row.kind} ${row.day}`}>
            <IncomeEntry row={row} />
          </li>
        ))}
      </ul>
      <ListEnd list={list} />
    </div>
  )
}
