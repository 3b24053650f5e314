import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { Disclosure } from '@kit/ui/Disclosure'
import { maskId } from '@kit/ui/MaskedId'
import { Verbatim } from '@kit/ui/Verbatim'
import type { StatementRow } from '../contract'

const pageSize = 50

interface StatementRowsProps {
  title: string
  rows: readonly StatementRow[]
  none: string
  /** Whether they are the reader's own. */
  own?: boolean
  isFolded?: boolean
}

/** Rows of a statement, some at a time: a pool may have thousands. */
export function StatementRows({ title, rows, none, own, isFolded }: StatementRowsProps) {
  if (isFolded) {
    return (
      <Disclosure title={title}>
        <Rows rows={rows} none={none} own={own} />
      </Disclosure>
    )
  }
  return (
    <section aria-label={title} className="rounded-card border border-line px-4 py-3">
      <h3 className="mb-2 text-15 font-semibold">{title}</h3>
      <Rows rows={rows} none={none} own={own} />
    </section>
  )
}

function Rows({ rows, none, own }: Pick<StatementRowsProps, 'rows' | 'none' | 'own'>) {
  const t = useText('node')
  const common = useText('common')
  const [count, setCount] = useState(pageSize)
  if (rows.length === 0) return <p className="text-15 text-muted">{none}</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {rows.slice(0, count).map((row) => (
          <li key={row.node} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 text-15">
            <Verbatim look="fig min-w-0 break-all text-muted">{maskId(row.node)}</Verbatim>
            <span className="fig text-13 text-muted">{t('pool.rows.weight', { days: row.weight })}</span>
            <span className="ml-auto">
              <Amount value={row.amount} currency="USDT" own={own} />
            </span>
          </li>
        ))}
      </ul>
      {count < rows.length && (
        <div className="mt-2 text-center">
          <Button kind="quiet" size="small" onClick={() => setCount(count + pageSize)}>
            {common('readMore')}
          </Button>
        </div>
      )}
    </>
  )
}
