import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { faultOfStatement, hashOfStatement, type Statement, type StatementFault } from './statement'

// The example that the document of calls hashes.
const document = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
const [, text = ''] = /```\n(\{"format":"etld dividend 1".*\})\n```/.exec(document) ?? []
const [, hash = ''] = /Its hash is `([0-9a-f]{64})`/.exec(document) ?? []
const statement = { ...(JSON.parse(text) as Statement), hash }

/** Hashes what was changed anew, as a platform would that shows it: no other fault hides behind the hash. */
function changed(change: Partial<Statement>): Statement {
  const other = { ...statement, ...change }
  return { ...other, hash: hashOfStatement(other) }
}

describe('a dividend statement', () => {
  it('is hashed as the document says, and fits', () => {
    expect(hashOfStatement(statement)).toBe(hash)
    expect(faultOfStatement(statement)).toBeNull()
    expect(faultOfStatement({ ...statement, serverTime: 'of the answer' } as Statement)).toBeNull()
  })

  const [first, second, third] = statement.rows as [Statement['rows'][number], Statement['rows'][number], Statement['rows'][number]]
  const cases: [string, StatementFault, Statement][] = [
    ['another hash', 'hash', { ...statement, hash: hash.replace('5', '6') }],
    ['another hash of figures that count nothing', 'hash', { ...statement, newPurchases: '1' }],
    ['another form', 'format', changed({ format: 'etld dividend 2' })],
    ['no month', 'format', changed({ month: '2025-13' })],
    ['an amount that is none', 'format', changed({ pool: 'much' })],
    ['another end of the month', 'times', changed({ cutOff: '2025-06-30T15:00:00Z' })],
    ['another time of payment', 'times', changed({ paidAt: '2025-07-01T05:00:00Z' })],
    ['a node twice', 'rows', changed({ rows: [first, first, second, third] })],
    ['nodes out of their order', 'rows', changed({ rows: [second, first, third] })],
    ['more days than the month looks back', 'rows', changed({ rows: [{ ...first, weight: 31 }, second, third] })],
    ['another pool', 'sums', changed({ pool: '12001' })],
    ['a part of the pool that went elsewhere', 'sums', changed({ shares: '13000' })],
    ['a node left out', 'sums', changed({ rows: [first, second] })],
    ['a floor that was not counted', 'sums', changed({ floorNodes: 3 })],
    ['less than nothing that was added', 'sums', changed({ funded: '-1', opening: '1' })],
    ['a floor of less than nothing', 'sums', changed({ floorNodes: -1 })],
    ['an atom more for one node', 'amounts', changed({ rows: [{ ...first, amount: '5142.85714286' }, second, third] })],
  ]
  it.each(cases)('with %s does not fit: %s', (_, fault, shown) => expect(faultOfStatement(shown)).toBe(fault))

  it('of an empty pool without nodes divides nothing', () => {
    const nothing = { opening: '0', shares: '0', pool: '0', floorNodes: 0, weights: 0, base: 0, divided: '0', carried: '0', rows: [] }
    expect(faultOfStatement(changed(nothing))).toBeNull()
  })
})
