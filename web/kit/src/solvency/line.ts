import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'

/** A line of the public log, as /api/open/reserves answers it. */
export interface Line {
  readonly number: number
  readonly previous: string
  readonly text: string
  readonly hash: string
}

export type LineFault = 'hash' | 'number' | 'previous'

/** Holds a line to its own hash, its place and the hash of the line before it; null says that it fits. Browsers have no SHA-256 of their own where a demo is opened in plain http. */
export function faultOfLine(line: Line): LineFault | null {
  if (bytesToHex(sha256(utf8ToBytes(line.text))) !== line.hash) return 'hash'
  const [, number, , previous] = line.text.slice(0, line.text.indexOf('\n')).split('|')
  if (number !== String(line.number)) return 'number'
  return previous === line.previous ? null : 'previous'
}
