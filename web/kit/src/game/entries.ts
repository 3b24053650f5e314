import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'

/** One entry of a round; amounts are game points. */
export interface Entry {
  entryNo: number
  box: number
  amount: number
}

/** An entry as it is hashed. */
export function lineOf({ entryNo, box, amount }: Entry): string {
  return `${entryNo}:${box}:${amount}\n`
}

/** The root of a frozen list: SHA-256 over its lines as they stand, so that another order is another root. */
export function rootOf(entries: readonly Entry[]): string {
  return bytesToHex(sha256(utf8ToBytes(entries.map(lineOf).join(''))))
}

/** Whether the list could have been frozen: numbers rise, boxes and amounts are possible ones. */
export function isList(entries: readonly Entry[]): boolean {
  return entries.every(
    ({ entryNo, box, amount }, index) =>
      Number.isSafeInteger(entryNo) && entryNo > (entries[index - 1]?.entryNo ?? 0) && Number.isInteger(box) && box >= 1 && box <= 10 && Number.isInteger(amount) && amount > 0 && amount % 10 === 0,
  )
}
