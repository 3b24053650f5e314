import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Page } from './api'
import { linkOf, walk } from './decideChain'

const record = {
  atMicros: '1',
  staffId: 's',
  address: '',
  ip: '',
  action: 'a',
  subject: '車',
  outcome: 'done',
  reason: '',
  before: 'null',
  after: '{}',
} as const

/** Three records behind the hash of nothing, two on the first page. */
async function pages(): Promise<Page[]> {
  const records: Page['records'] = []
  let hash = 'published'
  for (const seq of ['6', '7', '8']) {
    hash = linkOf(hash, { ...record, seq, hash: '' })
    records.push({ ...record, seq, hash })
  }
  const head = { seq: 8, hash }
  const published = { seq: 5, hash: 'published' }
  return [
    { after: published, published, head, hasMore: true, records: records.slice(0, 2) },
    { after: { seq: 7, hash: records[1]!.hash }, published, head, hasMore: false, records: records.slice(2) },
  ] as Page[]
}

it('links a record as the server does', async () => {
  const fields = ['x', '1', '1', 's', '', '', 'a', '車', 'done', '', 'null', '{}']
  const text = fields.map((field) => `${Buffer.byteLength(field)}:${field},`).join('')
  expect(linkOf('x', { ...record, seq: '1', hash: '' })).toBe(createHash('sha256').update(text).digest('hex'))
})

it('walks from the published head to the newest record, and finds what was changed', async () => {
  const [first, second] = await pages()
  const read = (after: number) => Promise.resolve(after === 0 ? first! : second!)
  expect(await walk(read, 10)).toEqual({ isWhole: true, from: 5, to: 8, broken: null })
  second!.records[0]!.reason = 'another'
  expect(await walk(read, 10)).toMatchObject({ isWhole: false, broken: '8' })
  expect(await walk(read, 1)).toMatchObject({ isWhole: false })
})
