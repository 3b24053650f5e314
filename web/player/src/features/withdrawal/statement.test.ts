import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { statementText, type StatedWithdrawal } from './statement'

interface Vector {
  name: string
  phrase: string
  withdrawal: StatedWithdrawal
  text: string
}

const file = new URL('../../../../../test/vectors/withdrawal_statement.json', import.meta.url)
const { statements } = JSON.parse(readFileSync(file, 'utf8')) as { statements: Vector[] }

describe('the statement', () => {
  it.each(statements.map((vector) => [vector.name, vector] as const))('is spelled as the server spells it: %s', (_, { phrase, withdrawal, text }) => {
    expect(statementText(phrase, withdrawal)).toBe(text)
  })

  it('has vectors at all', () => {
    expect(statements.length).toBeGreaterThanOrEqual(4)
  })
})
