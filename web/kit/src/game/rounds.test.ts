import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readDocument } from './document'
import { readSearch, type ChainReader } from './search'
import { outcomeOf, verifyRound, type Step, type Verdict } from './verify'

interface Block {
  number: number
  time: number
  sent: { hash: string; from: string; text: string }[]
}

interface Vectors {
  beaconKey: string
  receiptKey: string
  anchorAddress: string
  rounds: { name: string; outcome: Verdict; step: Step | ''; document: unknown; blocks: Block[] }[]
}

const { rounds, beaconKey, receiptKey, anchorAddress } = JSON.parse(
  readFileSync(new URL('../../../../test/vectors/game_rounds.json', import.meta.url), 'utf8'),
) as Vectors

const hexOf = (number: number) => `0x${number.toString(16)}`

/** A wallet on the vector's chain; whether its node still knows old counts differs. */
function walletOf(blocks: Block[], knowsCounts: boolean): ChainReader {
  const written = (block: Block) => ({
    number: hexOf(block.number),
    hash: `0xb${block.number}`,
    timestamp: hexOf(block.time),
    transactions: block.sent.map(({ hash, from, text }) => ({
      hash,
      from,
      input: `0x${Buffer.from(text).toString('hex')}`,
      blockNumber: hexOf(block.number),
      blockHash: `0xb${block.number}`,
    })),
  })
  return {
    request: async ({ method, params }) => {
      const [what, at] = params as [string, string]
      if (method === 'eth_getBlockByNumber') return blocks.map(written).find(({ number }) => number === what) ?? null
      if (method === 'eth_getTransactionByHash') return blocks.flatMap((block) => written(block).transactions).find(({ hash }) => hash === what) ?? null
      if (method !== 'eth_getTransactionCount' || !knowsCounts) throw new Error('missing trie node')
      const sent = blocks.filter(({ number }) => number <= Number(at)).flatMap((block) => block.sent)
      return hexOf(5 + sent.filter(({ from }) => from.toLowerCase() === what.toLowerCase()).length)
    },
  }
}

describe.each(rounds)('$name', ({ document, blocks, outcome, step }) => {
  const round = readDocument(JSON.stringify(document))!
  const witness = { beaconKey, receiptKeys: [receiptKey], anchorAddress }

  it.each([true, false])('is judged by the chain, where old counts are known: %s', async (knowsCounts) => {
    const checks = verifyRound(round, { ...witness, search: await readSearch(walletOf(blocks, knowsCounts), round, anchorAddress) })
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
  await expect(readSearch(walletOf(short, true), round, anchorAddress)).rejects.toThrow('cannot be read')
  await expect(readSearch(walletOf(blocks, true), { ...round, searched: null }, anchorAddress)).rejects.toThrow('does not say')
})
