import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { walletOn, type TestBlock } from './chaintest'
import { readDocument } from './document'
import { type ChainReader } from './blocks'
import { readSearch } from './search'
import { outcomeOf, verifyRound, type Step, type Verdict } from './verify'

interface Vectors {
  beaconKey: string
  receiptKey: string
  anchorAddress: string
  rounds: { name: string; outcome: Verdict; step: Step | ''; document: unknown; blocks: TestBlock[] }[]
}

const { rounds, beaconKey, receiptKey, anchorAddress } = JSON.parse(
  readFileSync(new URL('../../../../test/vectors/game_rounds.json', import.meta.url), 'utf8'),
) as Vectors

describe.each(rounds)('$name', ({ document, blocks, outcome, step }) => {
  const round = readDocument(JSON.stringify(document))!
  const witness = { beaconKey, receiptKeys: [receiptKey], anchorAddress }

  it.each([true, false])('is judged by the chain, where old counts are known: %s', async (knowsCounts) => {
    const checks = verifyRound(round, { ...witness, search: await readSearch(walletOn(blocks, { knowsCounts }), round, anchorAddress) })
    expect(outcomeOf(checks)).toBe(outcome)
    expect(checks.find(({ verdict }) => verdict === outcome && verdict !== 'ok')?.step ?? '').toBe(step)
  })

  it('is never verified without the chain', () => {
    expect(outcomeOf(verifyRound(round, witness))).not.toBe('ok')
    expect(outcomeOf(verifyRound(round, { beaconKey, receiptKeys: [receiptKey] }))).not.toBe('ok')
  })
})

it('leaves open what a wallet cannot read', async () => {
  const { document, blocks } = rounds[0]!
  const round = readDocument(JSON.stringify(document))!
  const away: ChainReader = { request: async () => Promise.reject(new Error('away')) }
  await expect(readSearch(away, round, anchorAddress)).rejects.toThrow('away')
  const short = blocks.filter(({ number }) => number <= round.searched!.last)
  await expect(readSearch(walletOn(short), round, anchorAddress)).rejects.toThrow('cannot be read')
  await expect(readSearch(walletOn(blocks), { ...round, searched: null }, anchorAddress)).rejects.toThrow('does not say')
})
