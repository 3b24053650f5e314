import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useLanguage } from '@kit/i18n/text'
import { call } from '../api/call'
import { wasAsked } from '../api/answers'
import { oldSince } from '../api/oldSince'
import type { Body, Data, ListPath, Page, Row } from '../contract/contract'
import type { Filter } from './decideFilter'
import { addressNow, isStillOpen } from './addressNow'
import { readWhole } from './readWhole'

export interface RowsOptions {
  filters: readonly Filter[]
  /** What the list is narrowed to unless the address says otherwise. */
  defaults?: Record<string, string>
  order?: 'asc' | 'desc'
  /** A list whose order cannot be turned is not asked for one. */
  hasOrder?: boolean
  /** A list that finds no row by its key is not asked for the open one where it is on no page. */
  hasKeys?: boolean
  size?: number
  everyMs?: number
  /** All rows stand on one page: for lists that never have many. */
  isWhole?: boolean
}

/** A list as its screen uses it. Filters, order, place and the open row stand in the address. */
export interface RowsState<R> {
  rows: readonly R[] | null
  fault: unknown
  /** Since when the rows stand there, where they could not be asked for anew. */
  oldSince: number | null
  /** What stands there is of the question before: nothing may be decided on it. */
  isStale: boolean
  retry: () => void
  filters: readonly Filter[]
  hasOrder: boolean
  valueOf: (name: string) => string
  setFilter: (name: string, value: string) => void
  order: 'asc' | 'desc'
  turn: () => void
  next: (() => void) | null
  previous: (() => void) | null
  openKey: string | null
  /** The open row where it is not on the page: an address names it, whatever the list is narrowed to. */
  away: R | null
  /** The key that is to be opened and that no row has. */
  missing: string | null
  open: (key: string | null) => void
  /** Once something was done with a row, opens the next one in its place, or none; whoever has gone on meanwhile stays where they are. */
  goOn: (done: string | null, next: string | null) => void
}

const everyMsUsual = 20_000

/** Reads a declared list page by page, from behind the page before. */
export function useRows<P extends ListPath>(
  path: P,
  { filters, defaults = {}, order: orderUsual = 'desc', hasOrder = true, hasKeys = true, size = 25, everyMs = everyMsUsual, isWhole = false }: RowsOptions,
): RowsState<Row<P>> {
  const [params, setParams] = useSearchParams()
  const { pathname, state } = useLocation() as { pathname: string; state: { before?: string[] } | null }
  const navigate = useNavigate()
  const language = useLanguage()
  const before = state?.before ?? []
  const cursor = params.get('cursor') ?? ''
  const order = params.get('order') === 'asc' ? 'asc' : params.get('order') === 'desc' ? 'desc' : orderUsual
  const valueOf = (name: string) => params.get(name) ?? defaults[name] ?? ''
  const narrowed = filters.flatMap(({ name, isFlag }) => (valueOf(name) === '' ? [] : [[name, isFlag ? true : valueOf(name)] as const]))
  const asked = { size, ...(hasOrder ? { order } : {}), ...(cursor ? { cursor } : {}), ...Object.fromEntries(narrowed) }
  const key = [path, asked, language]
  const answer = useQuery<Data<P>>({
    queryKey: key,
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    // The list's own filters make the body; the server refuses what it does not declare.
    queryFn: ({ signal }) => {
      const read = (cursor?: string) =>
        call(path, { ...asked, ...(cursor ? { cursor } : {}) } as Body<P>, { signal, isQuiet: true, isBackground: wasAsked(key) })
      return isWhole ? (readWhole(read as (cursor?: string) => Promise<Page<Row<P>>>) as Promise<Data<P>>) : read()
    },
  })
  // Every list answers with pages: that is what makes its path a ListPath.
  const page = answer.data as Page<Row<P>> | undefined

  const openKey = params.get('item')
  const isAway =
    hasKeys &&
    openKey !== null &&
    page !== undefined &&
    !page.list.some((row) =>
      Object.values(row as object)
        .map(String)
        .includes(openKey),
    )
  const one = useQuery<Data<P>>({
    queryKey: [path, 'one', openKey, language],
    enabled: isAway,
    // What is no row of the list, such as a record that is being written, is not asked for again.
    retry: false,
    refetchInterval: everyMs,
    queryFn: ({ signal }) => call(path, { ids: [openKey] } as unknown as Body<P>, { signal, isQuiet: true, isBackground: true }),
  })

  function change(changes: Record<string, string | null>, places: string[] = []) {
    const changed = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) changed.delete(name)
      else changed.set(name, value)
    }
    return navigate({ search: changed.toString() }, { state: { before: places } })
  }

  /** A filter as the address has it: one that is not set is said only where it would be set without a word. */
  const keep = (name: string, value: string) => ({ [name]: value === '' && !(name in defaults) ? null : value })

  function open(item: string | null) {
    const { params: changed } = addressNow()
    if (item === null) changed.delete('item')
    else changed.set('item', item)
    setParams(changed, { replace: true, state: { before } })
  }

  const nextCursor = page?.hasMore ? page.nextCursor : null
  return {
    rows: page?.list ?? null,
    fault: page ? null : answer.error,
    oldSince: oldSince(answer),
    isStale: answer.isPlaceholderData,
    retry: () => void answer.refetch(),
    filters,
    hasOrder,
    valueOf,
    setFilter: (name, value) => {
      const other = value === '' ? undefined : filters.find((one) => one.name === name)?.insteadOf
      void change({ ...keep(name, value), ...(other === undefined ? {} : keep(other, '')), cursor: null, item: null })
    },
    order,
    turn: () => void change({ order: order === 'asc' ? 'desc' : 'asc', cursor: null, item: null }),
    next: nextCursor === null ? null : () => void change({ cursor: nextCursor, item: null }, [...before, cursor]),
    // A page that was opened by its address alone does not know what stood before: the first one is always known.
    previous: cursor === '' ? null : () => void change({ cursor: before.at(-1) || null, item: null }, before.slice(0, -1)),
    openKey,
    away: isAway ? ((one.data as Page<Row<P>> | undefined)?.list[0] ?? null) : null,
    missing: isAway && one.isSuccess && (one.data as Page<Row<P>>).list.length === 0 ? openKey : null,
    open,
    goOn: (done, next) => {
      if (isStillOpen(pathname, done)) open(next)
    },
  }
}
