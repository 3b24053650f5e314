import type { ReactNode } from 'react'
import { ListEnd, type EndlessList } from './ListEnd'

export interface ListFaces<Row> {
  list: EndlessList<Row>
  /** Stands here until the first page is there. */
  waiting: ReactNode
  /** Stands here where there is nothing. */
  empty: ReactNode
}

/** An endless list in its four faces: awaited, empty, not there, and its rows with what stands below them. */
export function ListAnswer<Row>({ list, waiting, empty, children }: ListFaces<Row> & { children: (rows: readonly Row[]) => ReactNode }) {
  if (list.query.isPending) return waiting
  // A page may bring no row and still have a next one.
  if (list.rows.length === 0 && !list.hasFailed && !list.query.hasNextPage) return empty
  return (
    <div>
      {list.rows.length > 0 && children(list.rows)}
      <ListEnd list={list} />
    </div>
  )
}
