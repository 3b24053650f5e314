import { expect, it, vi } from 'vitest'
import { mapRows } from './mapRows'
import type { RowsState } from './useRows'

const retry = vi.fn()
const refetch = vi.fn()
const list = { rows: [1, 2], away: 3, fault: null, retry } as unknown as RowsState<number>
const twice = (row: number) => 2 * row

it('maps the rows of the page and the one beside it', () => {
  expect(mapRows(list, { data: {}, error: null, refetch }, twice)).toMatchObject({ rows: [2, 4], away: 6, fault: null })
  // An earlier answer is as good while it cannot be asked for again.
  expect(mapRows(list, { data: {}, error: 'lost', refetch }, twice)).toMatchObject({ rows: [2, 4], fault: null })
})

it('waits for what is beside it, and says what failed', () => {
  expect(mapRows(list, { error: null, refetch }, twice)).toMatchObject({ rows: null, away: null, fault: null })
  const failed = mapRows(list, { error: 'lost', refetch }, twice)
  expect(failed).toMatchObject({ rows: null, fault: 'lost' })
  failed.retry()
  expect([retry, refetch].map((ask) => ask.mock.calls.length)).toEqual([1, 1])
})
