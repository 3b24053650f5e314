import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Skeleton } from '@kit/ui/Skeleton'
import { useKeys } from '../keys/useKeys'
import { Pages } from './Pages'
import { NotRefreshed } from '../frame/NotRefreshed'
import { focusPanel } from '../frame/Panel'
import { useFollowOpen } from './useFollowOpen'
import { usePainted } from './usePainted'
import type { RowsState } from './useRows'

export interface Column<R> {
  /** The heading; the first column's row opens the panel. */
  title: string
  cell: (row: R) => ReactNode
  /** Figures stand at the right. */
  isFigure?: boolean
}

interface Selection {
  keys: ReadonlySet<string>
  toggle: (key: string) => void
}

interface RowsProps<R> {
  list: RowsState<R>
  keyOf: (row: R) => string
  columns: readonly Column<R>[]
  /** What a row is called where its checkbox is named. */
  nameOf: (row: R) => string
  empty: { title: string; hint?: string }
  /** What a letter does to the row that has the focus, once it was painted. */
  keys?: Record<string, (row: R) => void>
  selection?: Selection
  /** Nothing can be decided about it here. */
  isDim?: (row: R) => boolean
  /** The heading that a row stands under; rows of one heading follow one another. */
  headingOf?: ((row: R) => string) | undefined
}

/** A list: j and k move, Enter opens the row beside it, and letters act on the row that has the focus. */
export function Rows<R>({ list, keyOf, columns, nameOf, empty, keys = {}, selection, isDim, headingOf }: RowsProps<R>) {
  const t = useText('console')
  const body = useRef<HTMLTableSectionElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const paintedKey = usePainted(list.isStale ? null : (focused ?? list.openKey))
  const rows = list.rows ?? []

  // A page that was turned to by a key is gone on with at its first row, or at its last.
  const turned = useRef<{ end: 'first' | 'last'; opens: boolean } | null>(null)

  function goTo(row: R | undefined, opens: boolean) {
    if (!row) return
    body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(keyOf(row))}"]`)?.focus()
    // Whoever reads item by item has the next one opened.
    if (opens) list.open(keyOf(row))
  }

  function move(by: 1 | -1) {
    const at = rows.findIndex((row) => keyOf(row) === (focused ?? list.openKey))
    const turn = by === 1 ? list.next : list.previous
    if (at >= 0 && !rows[at + by] && turn && !list.isStale) {
      turned.current = { end: by === 1 ? 'first' : 'last', opens: list.openKey !== null }
      turn()
    } else goTo(rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)], list.openKey !== null)
  }

  useEffect(() => {
    if (list.isStale || !list.rows || !turned.current) return
    const { end, opens } = turned.current
    turned.current = null
    goTo(list.rows.at(end === 'first' ? 0 : -1), opens)
  })

  useFollowOpen(body, list.openKey)

  function actOn(act: (row: R) => void) {
    const key = paintedKey()
    const row = rows.find((one) => keyOf(one) === key)
    if (row && !list.isStale) act(row)
  }

  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Escape: () => list.open(null),
    ...(selection ? { x: () => actOn((row) => selection.toggle(keyOf(row))) } : {}),
    ...Object.fromEntries(Object.entries(keys).map(([key, act]) => [key, () => actOn(act)])),
  })

  if (list.fault) return <ErrorRetry of={{ error: list.fault, refetch: list.retry }} />
  if (!list.rows) return <RowsSkeleton />
  if (rows.length === 0) {
    return (
      <>
        <NotRefreshed since={list.oldSince} />
        <EmptyState {...empty} />
        <Pages list={list} />
      </>
    )
  }
  return (
    <>
      <NotRefreshed since={list.oldSince} />
      <div className={`overflow-hidden rounded-card border border-line bg-raised ${list.isStale ? 'opacity-60' : ''}`}>
        {/* Beside a panel the room is left to what the rows are called. */}
        <table className={`w-full border-collapse text-15 ${list.openKey === null ? '' : 'md:[&_.px-4]:px-2.5'}`}>
          <thead className="max-md:sr-only">
            <tr className="border-b border-line text-13 text-muted">
              {selection && (
                <th scope="col" className="w-12 p-0">
                  <span className="sr-only">{t('list.selected')}</span>
                </th>
              )}
              {columns.map((column, at) => (
                // What the first one names stands at the left, as its rows do.
                <th key={column.title} scope="col" className={`px-4 py-2.5 font-normal break-keep ${column.isFigure && at > 0 ? 'text-right' : 'text-left'}`}>
                  {/* Headings ask for no room of their own beside a panel either. */}
                  <span className={at === 0 || list.openKey === null ? '' : 'md:inline-block md:w-min md:min-w-full'}>{column.title}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, at) => (
              <Line
                key={keyOf(row)}
                row={row}
                rowKey={keyOf(row)}
                name={nameOf(row)}
                heading={headingAt(rows, at, headingOf)}
                columns={columns}
                isOpen={list.openKey === keyOf(row)}
                isDim={isDim?.(row) ?? false}
                onOpen={list.open}
                onFocus={setFocused}
                selection={selection}
              />
            ))}
          </tbody>
        </table>
      </div>
      {selection?.keys.size === 0 && <p className="mt-3 text-13 text-muted">{t('several.hint')}</p>}
      <Pages list={list} />
    </>
  )
}

/** The heading above a row: the first row under it has one. */
function headingAt<R>(rows: readonly R[], at: number, headingOf: ((row: R) => string) | undefined): string | null {
  const row = rows[at]
  const before = rows[at - 1]
  if (!headingOf || !row) return null
  return before && headingOf(before) === headingOf(row) ? null : headingOf(row)
}

interface LineProps<R> {
  row: R
  rowKey: string
  name: string
  heading: string | null
  columns: readonly Column<R>[]
  isOpen: boolean
  isDim: boolean
  onOpen: (key: string | null) => void
  onFocus: (key: string | null) => void
  selection: Selection | undefined
}

/** One row, under its heading where it is the first: its first cell opens it. On a narrow screen the other cells stand below. */
function Line<R>({ row, rowKey, name, heading, columns, isOpen, isDim, onOpen, onFocus, selection }: LineProps<R>) {
  const t = useText('console')
  const look = isOpen ? 'bg-[color-mix(in_oklab,var(--brass)_14%,var(--raised))] shadow-[inset_3px_0_0_var(--brass-ink)]' : ''
  return (
    <>
      {heading !== null && (
        <tr className="border-b border-line bg-sunk max-md:block">
          <th scope="colgroup" colSpan={columns.length + (selection ? 1 : 0)} className="px-4 pt-4 pb-2 text-left text-13 font-semibold max-md:block">
            {heading}
          </th>
        </tr>
      )}
      <tr
        className={`border-b border-line last:border-0 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-4 max-md:px-4 has-[[data-row]:focus-visible]:bg-sunk ${look} ${isDim ? 'text-muted' : ''}`}
      >
        {selection && (
          <td className="w-12 p-0 text-center max-md:w-8 max-md:self-start">
            <label className="inline-flex min-h-11 w-full items-center justify-center">
              <input
                type="checkbox"
                checked={selection.keys.has(rowKey)}
                onChange={() => selection.toggle(rowKey)}
                aria-label={t('list.select', { name })}
                className="size-4 accent-[var(--brass-ink)]"
              />
            </label>
          </td>
        )}
        {columns.map((column, at) => (
          <td
            key={column.title}
            // A narrow screen has no headings: each cell says what it is.
            data-title={column.title}
            className={`px-4 py-2.5 align-middle max-md:px-0 ${at === 0 ? '[overflow-wrap:anywhere] max-md:w-[calc(100%-3rem)]' : 'break-keep max-md:flex max-md:items-baseline max-md:gap-1.5 max-md:pt-0 max-md:before:text-13 max-md:before:leading-[inherit] max-md:before:text-muted max-md:before:content-[attr(data-title)]'} ${column.isFigure ? 'fig md:text-right md:whitespace-nowrap' : ''}`}
          >
            {at === 0 ? (
              <button
                type="button"
                data-row={rowKey}
                aria-expanded={isOpen}
                onFocus={() => onFocus(rowKey)}
                onBlur={() => onFocus(null)}
                onClick={() => onOpen(isOpen ? null : rowKey)}
                onKeyDown={({ key }) => isOpen && key === 'ArrowRight' && focusPanel()}
                className="block min-h-11 w-full text-left"
              >
                {column.cell(row)}
              </button>
            ) : (
              column.cell(row)
            )}
          </td>
        ))}
      </tr>
    </>
  )
}

function RowsSkeleton() {
  return (
    <div className="rounded-card border border-line bg-raised p-4">
      {['a', 'b', 'c', 'd', 'e'].map((name) => (
        <div key={name} className="py-3">
          <Skeleton height="20px" />
        </div>
      ))}
    </div>
  )
}
