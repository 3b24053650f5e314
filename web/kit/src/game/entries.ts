import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'

/** One entry of a round; amounts are game points. */
export interface Entry {
  entryNo: number
  box: number
  amount: number
}

/** An entry as it is hashed and, after the period, signed. */
export function lineOf({ entryNo, box, amount }: Entry): string {
  return `${entryNo}:${box}:${amount}`
}

/** What a receipt signs. The hash that the player's app chose tells it from that of anybody else with the same box and amount. */
export function receiptTextOf(period: string, entry: Entry, player = ''): string {
  return ['ETLDBOX1 entry', period, lineOf(entry), ...(player === '' ? [] : [player])].join('|')
}

/** By what hash a device that keeps a secret names its player in a period. */
export function playerOf(secret: string, period: string): string {
  return bytesToHex(sha256(utf8ToBytes(`ETLDBOX1 player|${period}|${secret}`)))
}

/** The root of a list: SHA-256 over its lines as they stand, so that another order is another root. */
export function rootOf(entries: readonly Entry[]): string {
  return bytesToHex(sha256(utf8ToBytes(entries.map((entry) => `${lineOf(entry)}\n`).join(''))))
}

/** Whether two entries say the same. */
export function isSameEntry(one: Entry, other: Entry): boolean {
  return lineOf(one) === lineOf(other)
}

/** Whether a list could have been frozen: numbered from 1 on without a gap, boxes and amounts within the rules. */
export function isList(entries: readonly Entry[]): boolean {
  return (
    entries.length > 0 &&
    entries.every(({ entryNo, box, amount }, index) => entryNo === index + 1 && isWithin(box, 1, 10) && isWithin(amount, 100, 5000) && amount % 10 === 0)
  )
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
