import { bls12_381 } from '@noble/curves/bls12-381'
import { ed25519 } from '@noble/curves/ed25519'
import { sha256 } from '@noble/hashes/sha2'
import { utf8ToBytes } from '@noble/hashes/utils'

const tag = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const signaturePattern = /^[0-9a-f]{96}$/i
const keyPattern = /^[0-9a-f]{192}$/i

/**
 * Whether a signature (hex, 48 bytes) is the beacon's for a round: BLS on the curve BLS12-381, the message the SHA-256
 * of the round's number. The spelling must be the one the point has: the bytes are what a board is drawn from, and the
 * library takes a second spelling for the same point. Points at infinity or outside of the group are no signature.
 */
export function isBeaconSignature(key: string, round: number, signature: string): boolean {
  if (!signaturePattern.test(signature) || !keyPattern.test(key)) return false
  const number = new DataView(new ArrayBuffer(8))
  try {
    number.setBigUint64(0, BigInt(round))
    const point = bls12_381.G1.ProjectivePoint.fromHex(signature.toLowerCase())
    if (point.toHex(true) !== signature.toLowerCase()) return false
    return bls12_381.verifyShortSignature(point, sha256(new Uint8Array(number.buffer)), key, { DST: tag })
  } catch {
    return false
  }
}

/**
 * Whether the platform's receipt key (Ed25519, hex) signed a text. Who has the key can make signatures that the library
 * takes and others, the server's too, do not: with a point of small order in them. They would be receipts to disown.
 */
export function isReceiptSignature(key: string, signed: string, signature: string): boolean {
  try {
    const isWhole = [key, signature.slice(0, key.length)].every((point) => ed25519.ExtendedPoint.fromHex(point).isTorsionFree())
    return isWhole && ed25519.verify(signature, utf8ToBytes(signed), key, { zip215: false })
  } catch {
    return false
  }
}
