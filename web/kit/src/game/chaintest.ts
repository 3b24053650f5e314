// For tests only: a chain of a few blocks, as a wallet tells of it.
import type { RoundDocument } from './document'
import { type ChainReader } from './blocks'
import { windowOf } from './search'

/** A block with what was sent in it; its time is in seconds. `data` stands where a transaction carries something else than a text. */
export interface TestBlock {
  number: number
  time: number
  sent: { hash: string; from: string; text: string; data?: string }[]
}

const hexOf = (number: number) => `0x${number.toString(16)}`

/** The first block of the chain that a wallet stands on. */
export const genesisHash = `0x${'ab'.repeat(32)}`

/** A wallet on the blocks' chain; whether its node still knows old counts differs. */
export function walletOn(blocks: readonly TestBlock[], { knowsCounts = true, genesis = genesisHash, final = 0 } = {}): ChainReader {
  const written = (block: TestBlock) => ({
    number: hexOf(block.number),
    hash: `0xb${block.number}`,
    timestamp: hexOf(block.time),
    transactions: block.sent.map(({ hash, from, text, data }) => ({
      hash,
      from,
      input: data ?? `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
      blockNumber: hexOf(block.number),
      blockHash: `0xb${block.number}`,
    })),
  })
  return {
    request: async ({ method, params }) => {
      const [what, at] = params as [string, string]
      if (method === 'eth_getBlockByNumber' && what === '0x0') return { number: what, hash: genesis, timestamp: '0x1', transactions: [] }
      if (method === 'eth_getBlockByNumber' && what === 'finalized') return { number: hexOf(final) }
      if (method === 'eth_getBlockByNumber') return blocks.map(written).find(({ number }) => number === what) ?? null
      if (method === 'eth_getTransactionByHash') return blocks.flatMap((block) => written(block).transactions).find(({ hash }) => hash === what) ?? null
      if (method !== 'eth_getTransactionCount' || !knowsCounts) throw new Error('missing trie node')
      const sent = blocks.filter(({ number }) => number <= Number(at)).flatMap((block) => block.sent)
      return hexOf(5 + sent.filter(({ from }) => from.toLowerCase() === what.toLowerCase()).length)
    },
  }
}

/** The blocks that a round names, with what it says was sent in them: the chain of a platform that says the truth. */
export function blocksOf({ period, searched, anchor, conflict }: RoundDocument): TestBlock[] {
  const window = windowOf(period)
  if (window === null || searched === null) throw new Error(`${period} names no blocks`)
  const { first, last } = searched
  const step = (window.until - window.from) / Math.max(1, last - first)
  return Array.from({ length: last - first + 3 }, (_, index) => {
    const number = first - 1 + index
    const inside = window.from + (number - first) * step
    const at = number < first ? window.from - 1000 : number > last ? window.until + 1000 : inside
    const sent = [anchor, conflict].flatMap((one) => (one?.block === number ? [{ hash: one.txHash, from: one.address, text: one.text }] : []))
    return { number, time: Math.floor(at / 1000), sent }
  })
}
