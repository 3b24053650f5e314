import type { ReactNode } from 'react'
import { Acts } from '../acts/Acts'
import type { Act } from '../acts/act'
import { AuditTrail } from '../audit/Trail'
import { PendingOn } from '../decide/PendingOn'
import { Panel } from '../frame/Panel'
import { Screen } from '../frame/Screen'
import { Filters } from '../rows/Filters'
import { Rows } from '../rows/Rows'
import type { RowsState } from '../rows/useRows'
import { FieldOf } from './FieldOf'
import { RecordFacts } from './RecordFacts'
import { figures, type Shape } from './Shown'
import { useWords } from '../words/useWords'

interface RecordsScreenProps<R extends object> {
  title: string
  list: RowsState<R>
  keyOf: (row: R) => string
  /** What proposals and the audit log call a row, where that is not its key. */
  aboutOf?: (row: R) => string
  /** What a row is called at the head of its panel. */
  nameOf: (row: R) => string
  columns: Shape<R>
  /** What the panel says of a row; the columns where nothing is named. */
  facts?: Shape<R>
  /** What can be done about a row. */
  acts?: (row: R) => readonly Act[]
  /** What else belongs to a row. */
  more?: (row: R) => ReactNode
  /** What can be done without a row, such as adding one. */
  fresh?: readonly Act[]
  empty: string
  /** Above the list: what has to be seen first. */
  children?: ReactNode
  /** Below the list: what all of it comes to. */
  below?: ReactNode
}

/** A declared list, one row beside it, and what can be done about it: most screens are this. */
export function RecordsScreen<R extends object>(props: RecordsScreenProps<R>) {
  const { title, list, keyOf, aboutOf = keyOf, nameOf, columns, facts = columns, acts, more, fresh = [], empty, children, below } = props
  const { label } = useWords()
  const open = list.rows?.find((row) => keyOf(row) === list.openKey) ?? list.away
  return (
    <Screen
      title={title}
      panel={
        open && (
          <Panel key={keyOf(open)} label={title} title={<span translate="no">{nameOf(open)}</span>} onClose={() => list.open(null)}>
            <RecordFacts record={open} shape={facts} />
            {more?.(open)}
            <PendingOn about={aboutOf(open)} />
            {acts && <Acts acts={acts(open)} />}
            <AuditTrail of={{ about: aboutOf(open) }} />
          </Panel>
        )
      }
    >
      {children}
      {fresh.length > 0 && <Acts acts={fresh} isUnderTitle />}
      <Filters list={list} />
      <Rows
        list={list}
        keyOf={keyOf}
        nameOf={nameOf}
        empty={{ title: empty }}
        columns={columns.map(([name, look]) => ({
          title: label(name),
          isFigure: figures.includes(look),
          cell: (row: R) => <FieldOf record={row} name={name} look={look} />,
        }))}
      />
      {/* It comes after the list, so that nothing moves below the reader's hand. */}
      {list.rows && below}
    </Screen>
  )
}
