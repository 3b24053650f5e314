import { roundAt, timeOf } from './beacon'
import { anchorIn, hexOf, isSame, readBlock, readTransaction, record, type ChainReader } from './blocks'
import type { Anchor, RoundDocument } from './document'
import { anchorBy, anchorFrom, timesOf } from './period'

/** What a chain says of the blocks in which a round's anchor counts. */
export interface Search {
  /** Whether the blocks that the document names are these blocks. */
  isFramed: boolean
  /** What the address of anchors sent in them, in their order. */
  sent: readonly Anchor[]
}

/** More blocks than any chain makes in the seconds that count. */
const blocksMax = 120
const atOnce = 4

/** Between which moments the block of a round's anchor must lie, in milliseconds; null for a period that is none. */
export function windowOf(period: string): { from: number; until: number } | null {
  const times = timesOf(period)
  if (times === null) return null
  const beaconAt = timeOf(roundAt(times.beaconFrom))
  return { from: anchorFrom(beaconAt), until: anchorBy(beaconAt) }
}

/**
 * Reads what an address sent in the blocks in which a round's anchor counts. Where its count of transactions says that
 * it sent nothing but what the document names, those alone are read; else the blocks are read whole. It rejects where
 * the chain cannot be read.
 */
export async function readSearch(reader: ChainReader, round: RoundDocument, address: string): Promise<Search> {
  const window = windowOf(round.period)
  if (window === null || round.searched === null) throw new Error('the round does not say which blocks were searched')
  const { first, last } = round.searched
  if (!(await isFrame(reader, round.searched, window))) return { isFramed: false, sent: [] }
  if (last < first) return { isFramed: true, sent: [] }
  const named = (await Promise.all([round.anchor, round.conflict].flatMap((one) => (one ? [readSent(reader, one.txHash, address)] : [])))).filter(
    (one) => one !== null && one.block >= first && one.block <= last,
  ) as Anchor[]
  const count = await countBetween(reader, address, first - 1, last).catch(() => null)
  const isAll = count === named.length && new Set(named.map(({ txHash }) => txHash.toLowerCase())).size === named.length
  return { isFramed: true, sent: isAll ? named : await readWhole(reader, address, first, last) }
}

/** Whether the blocks named are exactly those whose times lie within. */
async function isFrame(
  reader: ChainReader,
  { first, last }: { first: number; last: number },
  { from, until }: { from: number; until: number },
): Promise<boolean> {
  if (!(first >= 1 && last >= first - 1 && last - first < blocksMax)) return false
  const [before, opening, closing, after] = await Promise.all([first - 1, first, last, last + 1].map((number) => readBlock(reader, number, false)))
  if (!before || !opening || !closing || !after) throw new Error('a block is missing')
  const isFilled = last < first || (opening.time >= from && closing.time <= until)
  return before.time < from && isFilled && after.time > until
}

async function readSent(reader: ChainReader, hash: string, address: string): Promise<Anchor | null> {
  const sent = await readTransaction(reader, hash)
  return sent !== null && isSame(sent.address, address) ? sent : null
}

async function countBetween(reader: ChainReader, address: string, before: number, last: number): Promise<number> {
  const counts = await Promise.all(
    [before, last].map(async (number) => Number(await reader.request({ method: 'eth_getTransactionCount', params: [address, hexOf(number)] }))),
  )
  return (counts[1] ?? Number.NaN) - (counts[0] ?? Number.NaN)
}

async function readWhole(reader: ChainReader, address: string, first: number, last: number): Promise<Anchor[]> {
  const sent: Anchor[] = []
  for (let from = first; from <= last; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, last - from + 1) }, (_, index) => from + index)
    const blocks = await Promise.all(numbers.map((number) => readBlock(reader, number, true)))
    for (const block of blocks)
      for (const one of block.transactions) {
        const read = record(one)
        if (isSame(read['from'], address)) sent.push(anchorIn(block, read))
      }
  }
  return sent
}
