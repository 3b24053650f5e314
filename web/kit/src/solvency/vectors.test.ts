import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { verifyProof, type Refusal } from './proof'

interface Case {
  name: string
  reason: Refusal | ''
  address: string
  text: string
  proof: unknown
}

const file = JSON.parse(readFileSync(new URL('../../../../test/vectors/solvency.json', import.meta.url), 'utf8')) as {
  accounts: { address: string; atoms: string[] }[]
  cases: Case[]
}

describe('a proof of what somebody is owed', () => {
  it('has cases', () => expect(file.cases.length).toBeGreaterThan(25))

  it.each(file.cases)('$name', ({ reason, address, text, proof }) => {
    const verdict = verifyProof(proof, text, address)
    expect(verdict).toEqual(reason ? { refusal: reason } : { owed: file.accounts[0]!.atoms.map(BigInt) })
  })

  it('refuses what is no proof at all', () => {
    const { text, address } = file.cases[0]!
    for (const shown of [null, 1, 'proof', [], {}, { leaves: [null] }, { leaves: [{ index: 1.5 }] }])
      expect(verifyProof(shown, text, address)).toEqual({ refusal: 'malformed' })
  })
})
