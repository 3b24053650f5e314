import { hashText, isDigits, isSum, sumOf, type Sums } from './sums'

/** What of a snapshot stands on a chain: its root, its depth and what everybody is owed together. */
export interface SnapshotText {
  /** The day that ended, YYYYMMDD. */
  snapshot: string
  depth: number
  totals: Sums
  root: string
}

const fixedParts = 9
const depthMax = 40
// The server's are 64 bits.
const journalMax = 2n ** 63n - 1n
const blockMax = 2n ** 64n - 1n

/** Reads an anchored text; null says that it is none. */
export function readText(text: string): SnapshotText | 'sum_range' | null {
  const parts = text.split('|')
  const [head, snapshot, depth, usdt, etld, eth, root, number, link] = parts
  if (parts.length < fixedParts || head !== 'ETLDSOL1' || !snapshot || !isDigits(depth) || !isWithin(number, journalMax)) return null
  if (Number(depth) < 1 || Number(depth) > depthMax || !root || !hashText.test(root) || !/^([0-9a-f]{2})*$/.test(link ?? '')) return null
  if (!parts.slice(fixedParts).every((block) => isWithin(/^[^:]+:(\d+):[^:]+$/.exec(block)?.[1], blockMax))) return null
  const totals = [sumOf(usdt), sumOf(etld), sumOf(eth)]
  const [first, second, third] = totals
  if (!isSum(first) || !isSum(second) || !isSum(third)) return 'sum_range'
  return { snapshot, depth: Number(depth), totals: [first, second, third], root }
}

function isWithin(text: string | undefined, most: bigint): boolean {
  return isDigits(text) && BigInt(text) <= most
}
