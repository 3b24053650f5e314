import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Line } from '@kit/solvency/line'
import { followLog } from './followLog'

const pageLines = 96

/** A log of so many lines; from a line on it may say something else. */
function logOf(lines: number, otherFrom = Infinity): Line[] {
  const log: Line[] = []
  for (let number = 1; number <= lines; number += 1) {
    const previous = log.at(-1)?.hash ?? ''
    const text = `etld reserves 1|${number}|2026-11-20T16:00:00Z|${previous}\njournal|${number}|${number < otherFrom ? 'ab' : 'cd'}\n`
    log.push({ number, previous, text, hash: createHash('sha256').update(text).digest('hex') })
  }
  return log
}

const readOf = (log: readonly Line[]) => async (from: number) => log.slice(from - 1, from - 1 + pageLines)
const log = logOf(600)
const at = (number: number, of = log) => of[number - 1]!
const none = { kept: null, bound: null, journal: null }

describe('the public log', () => {
  it.each([
    ['from the line on that a snapshot names', { ...none, bound: at(400) }, 201],
    ['from the line on that this device kept, where that is earlier', { ...none, bound: at(400), kept: at(300) }, 301],
    ['by its newest line, where nothing is known', none, 1],
  ])('is followed %s', async (_, known, lines) => {
    const read: number[] = []
    const followed = await followLog(600, known, async (from) => {
      const page = await readOf(log)(from)
      read.push(page.length)
      return page
    })
    expect(followed).toEqual({ line: at(600), fault: null, isWhole: true })
    expect(read.reduce((sum, length) => sum + length, 0)).toBe(lines)
  })

  it('may be told of by an older answer than the lines that are read', async () => {
    expect(await followLog(599, { ...none, bound: at(590), kept: at(600) }, readOf(log))).toEqual({ line: at(600), fault: null, isWhole: true })
  })

  it('is not whole from long ago, though what is known of then is compared', async () => {
    expect(await followLog(600, { ...none, kept: at(3) }, readOf(log))).toEqual({ line: at(600), fault: null, isWhole: false })
    const other = { number: 3, hash: 'ef' }
    expect(await followLog(600, { ...none, kept: other }, readOf(log))).toMatchObject({ fault: 'known', isWhole: false })
  })

  const forked = logOf(600, 450)

  it.each([
    ['ends before the line that a snapshot names', 500, { ...none, bound: at(501) }, log.slice(0, 500), 'number'],
    ['ends before the line that this device kept', 500, { ...none, kept: at(501) }, log.slice(0, 500), 'number'],
    ['is gone', 0, { ...none, kept: at(1) }, [], 'number'],
    ['says something else than this device kept', 600, { ...none, kept: at(460), bound: forked[399]! }, forked, 'known'],
    ['says something else than a snapshot names', 600, { ...none, bound: at(460) }, forked, 'known'],
    ['lacks lines', 600, { ...none, bound: at(590) }, log.slice(0, 595), 'number'],
    ['lacks a line within', 600, { ...none, bound: at(590) }, [...log.slice(0, 591), ...log.slice(592), log[0]!], 'number'],
    ['lacks the line from long ago', 600, { ...none, kept: at(3) }, [...log.slice(0, 2), ...log.slice(3), log[0]!], 'number'],
    ['has another head of the journal than a snapshot names', 600, { ...none, bound: at(590), journal: { number: 590, hash: 'ef' } }, log, 'journal'],
  ] as const)('does not fit where it %s', async (_, newest, known, shown, fault) => {
    expect((await followLog(newest, known, readOf(shown))).fault).toBe(fault)
  })
})
