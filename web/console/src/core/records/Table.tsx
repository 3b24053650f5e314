import type { ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { useWords } from '../words/useWords'
import { currencyOf } from './RecordFacts'
import { figures, Shown, type Shape } from './Shown'

interface TableProps<R extends object> {
  rows: readonly R[]
  keyOf: (row: R) => string
  nameOf: (row: R) => ReactNode
  shape: Shape<R>
}

/** Rows that are only read, on a board. What is wide scrolls by itself. */
export function Table<R extends object>({ rows, keyOf, nameOf, shape }: TableProps<R>) {
  const t = useText('console-words')
  const { label } = useWords()
  if (rows.length === 0) return <p className="text-15 text-muted">{t('none')}</p>
  return (
    // The keyboard scrolls what is wider than its tile.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="group" tabIndex={0} aria-label={t('table')} className="overflow-x-auto">
      <table className="w-full border-collapse break-keep text-15">
        {shape.length > 1 && (
          <thead>
            <tr className="border-b border-line text-13 text-muted">
              <th scope="col" className="py-1.5 pr-3 text-left font-normal">
                <span className="sr-only">{t('what')}</span>
              </th>
              {shape.map(([name, look]) => (
                <th key={name} scope="col" className={`px-2 py-1.5 font-normal last:pr-0 ${figures.includes(look) ? 'text-right' : 'text-left'}`}>
                  {label(name)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal break-words">
                {nameOf(row)}
              </th>
              {shape.map(([name, look]) => (
                <td
                  key={name}
                  className={`px-2 py-1.5 last:pr-0 ${figures.includes(look) ? 'text-right whitespace-nowrap' : look === 'code' ? 'max-lg:min-w-40' : ''}`}
                >
                  <Shown value={row[name]} look={look} currency={currencyOf(row)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
