import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash_to_field } from '@noble/curves/abstract/hash-to-curve'
import { bls12_381 } from '@noble/curves/bls12-381'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { roundAt } from '../kit/src/game/beacon.ts'
import { boardOf } from '../kit/src/game/board.ts'
import { commitmentOf } from '../kit/src/game/commitment.ts'
import { rootOf } from '../kit/src/game/entries.ts'
import { timesOf } from '../kit/src/game/period.ts'
import { winOf } from '../kit/src/game/prizes.ts'
import type { World } from './world.ts'

const boxes = 10
const keysFile = 'chain-keys.json'

/** The secret of a demo's local beacon, as the program makes it from the world's keys. */
function beaconSecretOf(world: World): bigint {
  const { treasury } = JSON.parse(readFileSync(join(world.data, keysFile), 'utf8')) as { treasury: string }
  const seed = sha256(concatBytes(utf8ToBytes('beacon|'), hexToBytes(treasury)))
  const options = { DST: 'ETLD local beacon', p: bls12_381.fields.Fr.ORDER, m: 1, k: 128, expand: 'xmd', hash: sha256 } as const
  return hash_to_field(seed, 1, options)[0]![0]!
}

/** What the local beacon will say at a round; only whoever holds the demo's keys can know it ahead. */
function signatureOf(world: World, round: number): Uint8Array {
  const number = new DataView(new ArrayBuffer(8))
  number.setBigUint64(0, BigInt(round))
  const message = bls12_381.G1.hashToCurve(sha256(new Uint8Array(number.buffer)), { DST: 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_' })
  return hexToBytes((message as unknown as { multiply(by: bigint): { toHex(isCompressed: boolean): string } }).multiply(beaconSecretOf(world)).toHex(true))
}

/** A box with which the only player of a period wins, or does not, and what it pays. */
export function boxThat(ends: 'wins' | 'loses', world: World, period: string, amount: number): { box: number; win: number } {
  const { beaconFrom } = timesOf(period)!
  const round = roundAt(beaconFrom)
  const signature = signatureOf(world, round)
  for (let box = 1; box <= boxes; box += 1) {
    const root = rootOf([{ entryNo: 1, box, amount }])
    const win = winOf(boardOf(signature, commitmentOf(period, root, round)), { box, amount })
    if (win > 0 === (ends === 'wins')) return { box, win }
  }
  throw new Error(`every box ${ends === 'wins' ? 'loses' : 'wins'}`)
}
