import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import { utf8ToBytes } from '@noble/hashes/utils'
import { prizes } from './prizes'

/** Block `k` of the stream: HMAC-SHA256, keyed by the beacon's signature. */
export function blockOf(signature: Uint8Array, commitment: string, k: number): Uint8Array {
  return hmac(sha256, signature, utf8ToBytes(`${commitment}|${k}`))
}

/** The stream's words of 4 bytes, big-endian, without end. */
function* wordsOf(signature: Uint8Array, commitment: string): Generator<number, never> {
  for (let k = 0; ; k += 1) {
    const block = new DataView(blockOf(signature, commitment, k).buffer)
    for (let at = 0; at < block.byteLength; at += 4) yield block.getUint32(at)
  }
}

/** What boxes 1 to 10 hold, in tenths: the prizes shuffled by the stream, without favour to any box. */
export function boardOf(signature: Uint8Array, commitment: string): number[] {
  const board = [...prizes]
  const words = wordsOf(signature, commitment)
  for (let last = board.length - 1; last > 0; last -= 1) {
    const count = last + 1
    // A word above this would make the lower boxes a little likelier.
    const limit = Math.floor(2 ** 32 / count) * count
    let word = words.next().value
    while (word >= limit) word = words.next().value
    const other = word % count
    const held = board[last] ?? 0
    board[last] = board[other] ?? 0
    board[other] = held
  }
  return board
}
