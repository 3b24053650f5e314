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

/** Reads an anchored text; null says that it is none. */
export function readText(text: string): SnapshotText | 'sum_range' | null {
  const parts = text.split('|')
  const [head, snapshot, depth, usdt, etld, eth, root, number, link] = parts
  if (parts.length < fixedParts || head !== 'ETLDSOL1' || !snapshot || !isDigits(depth) || !isDigits(number)) return null
  if (Number(depth) < 1 || Number(depth) > depthMax || !root || !hashText.test(root) || !/^([0-9a-f]{2})*$/.test(link ?? '')) return null
  if (!parts.slice(fixedParts).every((block) => /^[^:]+:(0|[1-9]\d*):[^:]+$/.test(block))) return null
  const totals = [sumOf(usdt), sumOf(etld), sumOf(eth)]
  const [first, second, third] = totals
  if (!isSum(first) || !isSum(second) || !isSum(third)) return 'sum_range'
  return { snapshot, depth: Number(depth), totals: [first, second, third], root }
}
