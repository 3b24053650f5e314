import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Line } from './line'
import { boundBy, faultOfLog, journalOf, type LogFault } from './log'

const zeros = '0'.repeat(64)
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Lines as the platform writes them, one for each head of the journal. */
function logOf(heads: readonly string[], first = 1, previous = zeros, timesMs: readonly number[] = []): Line[] {
  const lines: Line[] = []
  for (const [place, head] of heads.entries()) {
    const before = lines.at(-1)?.hash ?? previous
    const number = first + lines.length
    const text = `ETLDLINE1|${number}|${(timesMs[place] ?? 1764000000000) * 1000}|${before}\njournal|${head}\naudit|0|\nsum|U.AVL|USDT|1\n`
    lines.push({ number, previous: before, text, hash: hashOf(text) })
  }
  return lines
}

const nothing = { lines: [], journal: [] }
const heads = [`4|${'aa'.repeat(32)}`, `4|${'aa'.repeat(32)}`, `9|${'bb'.repeat(32)}`]
const log = logOf(heads)

describe('the public log', () => {
  it('fits from any line on', async () => {
    expect(await faultOfLog([], nothing)).toBeNull()
    expect(await faultOfLog(log, { lines: [{ number: 2, hash: log[1]!.hash }], journal: [{ number: 4, hash: 'aa'.repeat(32) }] })).toBeNull()
    expect(await faultOfLog(log.slice(1), nothing)).toBeNull()
  })

  const cases: [string, LogFault, Line[], typeof nothing | Parameters<typeof faultOfLog>[1]][] = [
    ['a changed line', 'hash', log.with(1, { ...log[1]!, text: log[1]!.text.replace('USDT|1', 'USDT|2') }), nothing],
    ['a line left out', 'number', [log[0]!, log[2]!], nothing],
    ['a line hashed anew', 'previous', [log[0]!, ...logOf(heads.slice(1), 2, 'cc'.repeat(32))], nothing],
    ['a line in which this device knew another', 'known', log, { ...nothing, lines: [{ number: 3, hash: zeros }] }],
    ['a journal that lost entries', 'journal', logOf([heads[2]!, heads[0]!]), nothing],
    ['a journal with another entry', 'journal', logOf([heads[0]!, `4|${'dd'.repeat(32)}`]), nothing],
    ['a journal with another entry than the snapshot binds', 'journal', log, { ...nothing, journal: [{ number: 9, hash: 'dd'.repeat(32) }] }],
    ['no head of the journal', 'journal', logOf(['']), nothing],
  ]
  it.each(cases)('with %s does not fit: %s', async (_, fault, lines, known) => expect(await faultOfLog(lines, known)).toBe(fault))

  const midnight = Date.parse('2026-11-30T16:00:00Z')
  const bb = 'bb'.repeat(32)
  /** Lines with a head of the journal each, written so many seconds after the midnight. */
  const around = (...lines: [seconds: number, head: number][]) =>
    logOf(
      lines.map(([, head]) => `${head}|${bb}`),
      10,
      zeros,
      lines.map(([seconds]) => midnight + seconds * 1000),
    )

  it.each<[string, LogFault | null, Line[]]>([
    ['an earlier head before it, and a later one behind', null, around([-301, 990], [-1, 1000], [299, 1001])],
    ['what was not linked yet behind it', null, around([-301, 999], [-1, 999], [3600, 999])],
    ['a later head before it', 'journal', around([-1, 1200], [299, 1200])],
    ['a later head in a line that it binds, whatever its time', 'journal', around([0, 990], [1, 1200])],
    ['a later head in a line of before that is put behind it', 'journal', around([-301, 990], [-200, 1000], [-1, 1200])],
  ])('stands beside a snapshot of the journal with %s: %s', async (_, fault, lines) => {
    const { journal } = boundBy(`ETLDSOL1|20261130|3|1|2|3|${'ef'.repeat(32)}|1000|${bb}|reserves:11:${lines[1]!.hash}`)
    expect(await faultOfLog(lines, { lines: [], journal: [journal!] })).toBe(fault)
  })

  it('is bound by the text of a snapshot', () => {
    const text = (bound: string) => `ETLDSOL1|20261130|3|1|2|3|${'ef'.repeat(32)}|41|${'ab'.repeat(32)}|BEP-20:7:0xcd${bound}`
    expect(boundBy(text(`|reserves:12:${'cd'.repeat(32)}`))).toEqual({
      line: { number: 12, hash: 'cd'.repeat(32) },
      journal: { number: 41, hash: 'ab'.repeat(32), line: 12, atMs: Date.parse('2026-11-30T16:00:00Z') },
    })
    expect(boundBy(text('')).line).toBeNull()
    expect(boundBy(text(`|reserves:0:${zeros}`)).line).toBeNull()
    expect(boundBy('ETLDSOL1|20261130|3|1|2|3|ef|0|')).toEqual({ line: null, journal: null })
    expect(journalOf({ text: 'nothing' })).toBeNull()
  })
})
