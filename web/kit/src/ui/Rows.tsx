import type { ReactNode } from 'react'
import { ListAnswer, type ListFaces } from './ListAnswer'

interface RowsProps<Row> extends ListFaces<Row> {
  keyOf: (row: Row) => string
  /** How they stand: one card below another, lines in one frame, such lines with long figures, or classes of one's own. */
  look?: 'cards' | 'lines' | 'figures' | (string & {})
  children: (row: Row, index: number) => ReactNode
}

const lines = 'divide-y divide-line rounded-card border border-line bg-raised px-4'
const looks: Record<string, string> = { cards: 'flex flex-col gap-3', lines, figures: `${lines} [&_.fig]:break-words [&_.fig]:whitespace-normal` }

/** An endless list with one item for each row. */
export function Rows<Row>({ keyOf, look = 'cards', children, ...faces }: RowsProps<Row>) {
  return (
    <ListAnswer {...faces}>
      {(rows) => (
        <ul className={looks[look] ?? look}>
          {rows.map((row, index) => (
            <li key={keyOf(row)} className="min-w-0">
              {children(row, index)}
            </li>
          ))}
        </ul>
      )}
    </ListAnswer>
  )
}
