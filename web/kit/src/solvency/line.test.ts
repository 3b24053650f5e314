import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { faultOfLine, type Line } from './line'

const file = JSON.parse(readFileSync(new URL('../../../../test/vectors/public_line.json', import.meta.url), 'utf8')) as {
  cases: (Line & { name: string; reason: string })[]
}

describe('a line of the public log', () => {
  // What is malformed in itself, the server refuses to read; here the chain is held.
  it.each(file.cases.filter(({ reason }) => reason !== 'malformed'))('$name', async ({ reason, ...line }) => {
    expect(faultOfLine(line)).toBe(reason || null)
  })
})
