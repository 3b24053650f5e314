// For tests only: a platform and a beacon with keys of their own, and a round they made.
import { bls12_381 } from '@noble/curves/bls12-381'
import { ed25519 } from '@noble/curves/ed25519'
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { roundAt, timeOf } from './beacon'
import { boardOf } from './board'
import { commitmentOf } from './commitment'
import { winOf } from './prizes'
import type { RoundDocument } from './document'
import { receiptTextOf, rootOf, type Entry } from './entries'
import { timesOf } from './period'

const beaconSecret = new Uint8Array(32).fill(7)
const receiptSecret = new Uint8Array(32).fill(9)

/** The local beacon's public key. */
export const beaconKey = bytesToHex(bls12_381.getPublicKeyForShortSignatures(beaconSecret))
/** The platform's receipt key. */
export const receiptKey = bytesToHex(ed25519.getPublicKey(receiptSecret))

/** Who sends the platform's anchors. */
export const anchorAddress = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** What the local beacon says at a round. */
export function beaconSignatureOf(round: number): string {
  const number = new DataView(new ArrayBuffer(8))
  number.setBigUint64(0, BigInt(round))
  const point = bls12_381.signShortSignature(
    bls12_381.G1.hashToCurve(sha256(new Uint8Array(number.buffer)), { DST: 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_' }) as never,
    beaconSecret,
  )
  return (point as unknown as { toHex: (isCompressed: boolean) => string }).toHex(true)
}

/** What the platform signs. */
export function receiptOf(signed: string): string {
  return bytesToHex(ed25519.sign(utf8ToBytes(signed), receiptSecret))
}

/** The entries of the product's example. */
export const entries: readonly Entry[] = [
  { entryNo: 1, box: 3, amount: 100 },
  { entryNo: 2, box: 7, amount: 500 },
  { entryNo: 3, box: 3, amount: 1000 },
  { entryNo: 4, box: 10, amount: 200 },
]

/** A drawn round; `mineNo` is the number of the reader's own entry. */
export function drawnRound(period: string, mineNo: number | null = null, list: readonly Entry[] = entries): RoundDocument {
  const times = timesOf(period)
  if (times === null) throw new Error(`${period} is no period`)
  const beaconRound = roundAt(times.beaconFrom)
  const root = rootOf(list)
  const commitment = commitmentOf(period, root, beaconRound)
  const beaconSignature = beaconSignatureOf(beaconRound)
  const board = boardOf(hexToBytes(beaconSignature), commitment)
  const entry = list.find(({ entryNo }) => entryNo === mineNo)
  return {
    period,
    state: 'drawn',
    reason: '',
    openAt: new Date(times.openAt).toISOString(),
    lockAt: new Date(times.lockAt).toISOString(),
    entries: list,
    root,
    rootSignature: receiptOf(`ETLDBOX1 root|${commitment}`),
    receiptKey,
    anchor: { address: anchorAddress, txHash: '0x2', text: commitment, block: 103, blockTime: new Date(timeOf(beaconRound) - 6_000).toISOString() },
    conflict: null,
    searched: { first: 101, last: 103 },
    beaconRound,
    beaconKey,
    beaconSignature,
    board,
    mine: entry ? { ...entry, win: winOf(board, entry), receipt: receiptOf(receiptTextOf(period, entry)) } : null,
  }
}
