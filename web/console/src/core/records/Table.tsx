import type { ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { useWords } from '../words/useWords'
import { FieldOf } from './FieldOf'
import { figures, type Shape } from './Shown'

interface TableProps<R extends object> {
  rows: readonly R[]
  keyOf: (row: R) => string
  nameOf: (row: R) => ReactNode
  shape: Shape<R>
}

/** A cell as a line of its own says what it is. */
const lines =
  'stacked:flex stacked:items-baseline stacked:justify-between stacked:gap-3 stacked:px-0 stacked:py-0.5 stacked:text-right stacked:before:text-left stacked:before:text-13 stacked:before:whitespace-normal stacked:before:text-muted stacked:before:content-[attr(data-title)]'

/** From how many columns on a table is wide, and how its room is called (`console.css`). */
const wideFrom = 5
const roomOf = (columns: number) => (columns >= wideFrom ? '@container/many' : columns > 2 ? '@container/some' : '')

/** Rows that are only read, on a board. Where there is no room beside one another, each row is a block of lines. */
export function Table<R extends object>({ rows, keyOf, nameOf, shape }: TableProps<R>) {
  const t = useText('console-words')
  const { label } = useWords()
  if (rows.length === 0) return <p className="text-15 text-muted">{t('none')}</p>
  return (
    // The keyboard scrolls what is wider than its tile.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="group" tabIndex={0} aria-label={t('table')} className={`overflow-x-auto ${roomOf(shape.length)}`}>
      <table className="w-full border-collapse break-keep text-15 stacked:block">
        {shape.length > 1 && (
          <thead className="stacked:sr-only">
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
        <tbody className="stacked:block">
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0 stacked:block stacked:py-2">
              <th
                scope="row"
                className="py-1.5 pr-3 text-left font-normal [overflow-wrap:anywhere] max-md:pr-1 stacked:block stacked:py-0.5 stacked:font-medium"
              >
                {nameOf(row)}
              </th>
              {shape.map(([name, look]) => (
                <td
                  key={name}
                  data-title={label(name)}
                  className={`px-2 py-1.5 last:pr-0 max-md:px-1 ${lines} ${figures.includes(look) ? 'text-right whitespace-nowrap' : look === 'code' ? 'max-lg:min-w-40' : ''}`}
                >
                  <FieldOf record={row} name={name} look={look} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
