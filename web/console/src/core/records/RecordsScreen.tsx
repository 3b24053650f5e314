import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '@kit/i18n/text'
import { SearchField } from '@kit/ui/SearchField'
import { Acts } from '../acts/Acts'
import type { Act } from '../acts/act'
import { AuditTrail } from '../audit/Trail'
import { PendingOn } from '../decide/PendingOn'
import { Panel } from '../frame/Panel'
import { Screen } from '../frame/Screen'
import { Filters } from '../rows/Filters'
import { Rows } from '../rows/Rows'
import { type Heading, foundIn, typedOf, wordsOf, type Looks } from '../rows/decideFound'
import type { RowsState } from '../rows/useRows'
import { FieldOf } from './FieldOf'
import { RecordFacts } from './RecordFacts'
import { figures, type Shape } from './Shown'
import { useWords } from '../words/useWords'

interface RecordsScreenProps<R extends object> {
  title: string
  /** Beside the title: whose rows they are. */
  note?: string
  list: RowsState<R>
  keyOf: (row: R) => string
  /** What proposals and the audit log call a row, where that is not its key. */
  aboutOf?: (row: R) => string
  /** What a row is called at the head of its panel. */
  nameOf: (row: R) => string
  columns: Shape<R>
  /** What the panel says of a row; the columns where nothing is named. */
  facts?: Shape<R> | ((row: R) => Shape<R>)
  /** What can be done about a row. */
  acts?: (row: R) => readonly Act[]
  /** What else belongs to a row. */
  more?: (row: R) => ReactNode
  /** What can be done without a row, such as adding one. */
  fresh?: readonly Act[]
  empty: string
  /** The texts of a row that words are looked for in: for a list that stands whole on one page. */
  textOf?: (row: R) => string
  /** The heading that a row stands under; rows of one heading follow one another. */
  headingOf?: (row: R) => Heading
  /** Above the list: what has to be seen first. */
  children?: ReactNode
  /** Directly above the rows and shown with them: what is worse than anything in them. */
  urgent?: ReactNode
  /** Below the list: what all of it comes to. */
  below?: ReactNode
}

/** A declared list, one row beside it, and what can be done about it: most screens are this. */
export function RecordsScreen<R extends object>(props: RecordsScreenProps<R>) {
  const {
    title,
    note,
    list,
    keyOf,
    aboutOf = keyOf,
    nameOf,
    columns,
    facts = columns,
    acts,
    more,
    fresh = [],
    empty,
    textOf,
    headingOf,
    children,
    urgent,
    below,
  } = props
  const t = useText('console')
  const { label } = useWords()
  const { words, find, headings, found } = useFind(list, { textOf, headingOf })
  const open = list.rows?.find((row) => keyOf(row) === list.openKey) ?? list.away
  return (
    <Screen
      title={title}
      note={note}
      panel={
        open && (
          <Panel key={keyOf(open)} label={title} title={<span translate="no">{nameOf(open)}</span>} onClose={() => list.open(null)}>
            <RecordFacts record={open} shape={typeof facts === 'function' ? facts(open) : facts} />
            {more?.(open)}
            {acts && <Acts acts={acts(open)} isOfPanel />}
            <PendingOn about={aboutOf(open)} />
            <AuditTrail of={{ about: aboutOf(open) }} />
          </Panel>
        )
      }
    >
      {children}
      {fresh.length > 0 && <Acts acts={fresh} isUnderTitle />}
      {textOf && (
        <div className="my-3 max-w-[560px]">
          <SearchField label={t('list.find')} clear={t('list.findClear')} lengthMax={100} value={words} onChange={find} />
        </div>
      )}
      <Filters list={list} />
      {textOf && headings.length > 0 && <Headings headings={headings} words={words} onChoose={find} />}
      {list.rows && urgent}
      <Rows
        list={{ ...list, rows: found }}
        keyOf={keyOf}
        nameOf={nameOf}
        headingOf={headingOf && ((row: R) => headingOf(row).title)}
        empty={{ title: textOf && words !== '' ? t('list.notFound', { words }) : empty }}
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

interface HeadingsProps {
  headings: readonly string[]
  words: string
  onChoose: (words: string) => void
}

/** The headings of a long list: a press shows what stands under one, and a second press all again. */
function Headings({ headings, words, onChoose }: HeadingsProps) {
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      {headings.map((heading) => (
        <button
          key={heading}
          type="button"
          aria-pressed={words === heading}
          onClick={() => onChoose(words === heading ? '' : heading)}
          className={`inline-flex min-h-9 items-center rounded-chip border px-2.5 text-13 ${words === heading ? 'border-brass-ink text-brass-ink' : 'border-edge text-muted'}`}
        >
          {heading}
        </button>
      ))}
    </div>
  )
}

/** Narrows a list that stands whole on one page to the rows with all typed words. The words stand in the address, as filters do. */
function useFind<R>({ rows }: RowsState<R>, looks: Looks<R>) {
  const [params, setParams] = useSearchParams()
  const words = params.get('words') ?? ''
  const { headingOf } = looks
  const all = new Map(headingOf && rows ? rows.map(headingOf).map((heading): [string, Heading] => [heading.key, heading]) : [])
  const headings = [...all.values()]
  return {
    words: typedOf(words, headings),
    find: (typed: string) => {
      const changed = new URLSearchParams(params)
      if (typed === '') changed.delete('words')
      else changed.set('words', wordsOf(typed, headings))
      setParams(changed, { replace: true })
    },
    headings: headings.map(({ title }) => title),
    found: rows && foundIn(rows, words, looks),
  }
}
