import type { ReactNode } from 'react'

interface RoundRowsProps<Row> {
  rows: readonly Row[]
  periodOf: (row: Row) => string
  children: (row: Row) => ReactNode
}

/** About as high as a row before it was seen. */
const rowPx = 88

/** A list of rounds. Those of ten numbers are one part, which is neither laid out nor painted while it is far from what is seen: to look after each row costs a slow phone half of its frames. */
export function RoundRows<Row>({ rows, periodOf, children }: RoundRowsProps<Row>) {
  const parts = new Map<string, Row[]>()
  for (const row of rows) {
    const tens = periodOf(row).slice(0, -1)
    parts.set(tens, [...(parts.get(tens) ?? []), row])
  }
  return (
    <div role="list" className="divide-y divide-line">
      {[...parts].map(([tens, part]) => (
        <div key={tens} className="divide-y divide-line" style={{ contentVisibility: 'auto', containIntrinsicBlockSize: `auto ${part.length * rowPx}px` }}>
          {part.map(children)}
        </div>
      ))}
    </div>
  )
}
