import { useDeferredValue } from 'react'
import { Navigate } from '@core/frame/links'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { zoneName } from '@kit/time/zone'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { EmptyState } from '@kit/ui/EmptyState'
import { Skeletons } from '@kit/ui/Loading'
import { maskId } from '@kit/ui/MaskedId'
import { Segmented } from '@kit/ui/Segmented'
import { usePrinted } from '@kit/ui/usePrinted'
import { Screen } from '@core/frame/Screen'
import { useSearchState } from '@core/frame/useSearchState'
import { periods, useMachineStatement, type Period, type MachineStatement } from './api'

/** What one machine was paid; an address that names none leads to the list of them. */
export function StatementScreen() {
  const [search] = useSearchState()
  const machine = search.get('machine')
  return machine ? <StatementOf machine={machine} /> : <Navigate to="/myMiner" replace />
}

/** By day, month or year, with sums; it prints on a page. */
function StatementOf({ machine }: { machine: string }) {
  const t = useText('calendar')
  const [search, show] = useSearchState()
  const by = periods.find((period) => period === search.get('by')) ?? 'month'
  const answer = useMachineStatement(machine, by, search.get('year'))
  usePrinted()
  return (
    <Screen title={t('statement.title')}>
      <div className="flex flex-col gap-4">
        <p className="text-15 wrap-anywhere text-muted">{t('machine', { no: maskId(machine) })}</p>
        <div className="print:hidden">
          <Segmented label={t('statement.by')} value={by} onChange={(next) => show({ by: next, year: null })} of={periods} nameOf={(one) => t(`by.${one}`)} />
        </div>
        <Answer
          of={answer}
          waiting={<Skeletons heights={['44px', '240px']} className="flex flex-col gap-4" />}
          missing={<p className="text-15 text-muted">{t('missing')}</p>}
        >
          {(data) => (
            <>
              {data.list.length > 0 ? <Table statement={data} by={by} onYear={(year) => show({ year })} /> : <EmptyState title={t('statement.empty')} />}
              <p className="text-13 text-muted">{t('statement.note', { zone: zoneName() })}</p>
            </>
          )}
        </Answer>
      </div>
    </Screen>
  )
}

interface TableProps {
  statement: MachineStatement
  by: Period
  onYear: (year: string) => void
}

/** More rows than a screen has room for; the rest of a long statement follows in pieces. */
const firstRows = 40

function Table({ statement: { list, total, year, years }, by, onYear }: TableProps) {
  const t = useText('calendar')
  const rows = useDeferredValue(list, list.slice(0, firstRows))
  const { day, month } = useFigures()
  const named = (period: string) => (by === 'day' ? day(period) : by === 'month' ? month(period) : period)
  return (
    <>
      {by === 'day' && years.length > 1 && (
        <div className="print:hidden">
          <Segmented label={t('by.year')} value={year} onChange={onYear} of={years} />
        </div>
      )}
      <table className="w-full table-fixed text-15 wrap-anywhere">
        <thead>
          <tr className="border-b border-line text-13 text-muted">
            <th scope="col" className="w-2/5 py-2 text-left font-normal">
              {t(`by.${by}`)}
            </th>
            <th scope="col" className="py-2 pl-2 text-right font-normal">
              {t('statement.paid')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ period, interest, output, principal }) => (
            <Row key={period} name={named(period)} interest={interest} output={output} principal={principal} />
          ))}
        </tbody>
        <tfoot className="border-t-2 border-line font-semibold">
          <Row name={t('statement.total')} {...total} />
        </tfoot>
      </table>
      <div className="print:hidden">
        <Button wide onClick={() => print()}>
          {t('statement.print')}
        </Button>
      </div>
    </>
  )
}

/** A period's sums: interest, output, and what of the principal came back. */
function Row({ name, interest, output, principal }: { name: string; interest: string; output: string; principal: string }) {
  const t = useText('calendar')
  return (
    <tr className="break-inside-avoid">
      <th scope="row" className="py-2 text-left align-top font-normal in-[tfoot]:font-semibold first-letter:uppercase">
        {name}
      </th>
      <td className="py-2 pl-2 text-right align-top">
        <span className="block">
          <Amount value={interest} currency="USDT" own />
        </span>
        <span className="block">
          <Amount value={output} currency="ETLD" own />
        </span>
        {principal !== '0' && (
          <span className="block text-13 font-normal text-muted">
            {t('kind.principal')}: <Amount value={principal} currency="USDT" own />
          </span>
        )}
      </td>
    </tr>
  )
}
