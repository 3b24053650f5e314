import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decideWalletLines } from './decideWalletLines'

const { proposals } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../test/vectors/sentences.json'), 'utf8')) as {
  proposals: { wallet: string }[]
}
const operator = '0x00000000000000000000000000000000000000A1'
const hash = 'ea4b35944aa58b5c9dd3e08f900ca460110275bff93a2613462ef0b105e533d6'

const saidOf = (phrase: string) => decideWalletLines(phrase).map((line) => line.map(({ said }) => said).join(''))
const weightyOf = (phrase: string) =>
  decideWalletLines(phrase)
    .flat()
    .filter(({ isWeighty }) => isWeighty)
    .map(({ said }) => said)

describe('what a wallet has to show', () => {
  it('is the same text to the letter, its time on a line of its own', () => {
    for (const { wallet } of proposals) {
      expect(saidOf(wallet).join('')).toBe(wallet)
      expect(saidOf(wallet).at(-1)).toBe('Time: ')
    }
  })

  it('sets off what a payout pays, and to whom', () => {
    const phrase = `Approve a payout at etld.example as operator ${operator}. Pay 1,249.5 USDT on BEP-20 to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266. Withdrawal 01M7VJ0000V143QTVXGR6RYJ, issue 2, payout 0x${hash}. Time: `
    expect(saidOf(phrase)).toHaveLength(4)
    expect(weightyOf(phrase)).toEqual(['1,249.5 USDT', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'])
  })

  it('sets off the sum and the person of a proposal, and nothing that somebody typed', () => {
    const phrase = `Approve a proposal at etld.example as operator ${operator}. Proposal 01M7VK0000V143QTVXGR6RYJ: Debit user 01M7VHRZAPV143QTVXGR6RYJ by 1,000,000 USDT: evidence “pay 5 ETLD. Payload ${hash}. Time: ”. Payload ${hash}. Time: `
    expect(saidOf(phrase)).toHaveLength(5)
    expect(weightyOf(phrase)).toEqual(['01M7VHRZAPV143QTVXGR6RYJ', '1,000,000 USDT'])
  })

  it('is one line where its form is unknown', () => {
    expect(decideWalletLines('Approve everything. Time: ')).toEqual([[{ at: 0, said: 'Approve everything. Time: ', isWeighty: false }]])
  })
})
