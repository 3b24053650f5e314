import { expect, it } from 'vitest'
import { readWhole } from './readWhole'

const rows = Array.from({ length: 120 }, (_, at) => at)

/** A list that gives fifty rows at a time. */
function read(cursor = '0') {
  const from = Number(cursor)
  const hasMore = from + 50 < rows.length
  return Promise.resolve({ list: rows.slice(from, from + 50), hasMore, nextCursor: hasMore ? String(from + 50) : '' })
}

it('reads all pages as one', async () => {
  expect(await readWhole(read)).toEqual({ list: rows, hasMore: false, nextCursor: '' })
})

it('ends where a list has no end', async () => {
  const endless = await readWhole(() => Promise.resolve({ list: [1], hasMore: true, nextCursor: 'x' }))
  expect(endless.list).toHaveLength(10)
  expect(endless.hasMore).toBe(true)
})
