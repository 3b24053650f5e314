import { Link } from '@core/frame/links'
import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import { Icon } from '@kit/ui/Icon'
import { ListAnswer } from '@kit/ui/ListAnswer'
import { Skeletons } from '@kit/ui/Loading'
import { useIncome } from './api'
import type { MyMachineDetail } from '../contract'
import { IncomeEntry } from './IncomeEntry'

const rowHeights = Array.from({ length: 8 }, () => '64px')

/** What the machine has paid, newest first, each figure with what it was computed from. */
export function IncomeLog({ machine }: { machine: MyMachineDetail }) {
  const t = useText('machine')
  const list = useIncome(machine.id)
  return (
    <ListAnswer
      list={list}
      waiting={<Skeletons heights={rowHeights} className="flex flex-col gap-2" />}
      empty={<EmptyState title={t('income.empty')} hint={t('income.empty.hint')} />}
    >
      {(rows) => (
        <>
          <p className="mb-2 flex flex-wrap items-center justify-between gap-x-4 text-13 text-muted">
            {t('income.lead')}
            <Link
              to={`/myMiner?view=calendar&machine=${encodeURIComponent(machine.id)}`}
              className="inline-flex min-h-11 items-center gap-1 text-15 font-medium text-brass-ink"
            >
              {t('income.calendar')} <Icon name="forward" size={18} />
            </Link>
          </p>
          <ul className="flex flex-col gap-2">
            {rows.map((row) => (
              <li key={`${row.kind} ${row.day}`}>
                <IncomeEntry row={row} />
              </li>
            ))}
          </ul>
        </>
      )}
    </ListAnswer>
  )
}
