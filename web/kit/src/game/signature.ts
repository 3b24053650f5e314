import { bls12_381 } from '@noble/curves/bls12-381'
import { sha256 } from '@noble/hashes/sha2'

const tag = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const signatureLength = 96
const publicKeyLength = 192

/**
 * Whether a signature (hex, 48 bytes) is the beacon's for this round: BLS on the curve BLS12-381, the message the
 * SHA-256 of the round's number. Points that are malformed, at infinity or outside of the group are nobody's signature.
 */
export function isBeaconSignature(publicKey: string, round: number, signature: string): boolean {
  if (signature.length !== signatureLength || publicKey.length !== publicKeyLength) return false
  const number = new DataView(new ArrayBuffer(8))
  number.setBigUint64(0, BigInt(round))
  try {
    return bls12_381.verifyShortSignature(signature, sha256(new Uint8Array(number.buffer)), publicKey, { DST: tag })
  } catch {
    return false
  }
}
