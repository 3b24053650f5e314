import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { bytesOf, hashText, isEqual, isSum, plus, sumOf, type Sums } from './sums'
import { readText, type SnapshotText } from './text'

/** Why a proof shows nothing; the first that is met is named. */
export type Refusal = 'malformed' | 'surplus' | 'snapshot' | 'somebody' | 'same_leaf' | 'path_length' | 'sum_range' | 'totals' | 'root'

/** What the proof shows that the address is owed, or why it shows nothing. */
type Verdict = { owed: Sums } | { refusal: Refusal }

interface Node {
  hash: string
  sums: Sums
}

interface LeafPath {
  index: number
  nonce: string
  sums: Sums
  siblings: Node[]
}

interface Proof {
  snapshot: string
  address: string
  leaves: LeafPath[]
}

class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal)
  }
}

/** Holds a proof to an anchored text. Root, depth and totals are the text's, and every sum is added anew. */
export function verifyProof(shown: unknown, anchored: string, address: string): Verdict {
  try {
    const text = readText(anchored)
    if (text === null) throw new Refused('malformed')
    if (text === 'sum_range') throw new Refused('sum_range')
    return { owed: owedBy(readProof(shown), text, address.toLowerCase()) }
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal }
    throw error
  }
}

function owedBy(proof: Proof, text: SnapshotText, address: string): Sums {
  if (proof.snapshot !== text.snapshot) throw new Refused('snapshot')
  if (proof.address !== address) throw new Refused('somebody')
  const [first, second, ...more] = proof.leaves
  if (!first || !second || more.length > 0) throw new Refused('malformed')
  if (first.index === second.index) throw new Refused('same_leaf')
  climb(first, text, address)
  climb(second, text, address)
  return added(first.sums, second.sums)
}

/** Goes from a leaf to the root and compares both with the text. */
function climb(leaf: LeafPath, text: SnapshotText, address: string): void {
  if (leaf.siblings.length !== text.depth) throw new Refused('path_length')
  if (leaf.index >= 2 ** text.depth) throw new Refused('malformed')
  const owner = sha256(utf8ToBytes(`ETLDSOL1|${text.snapshot}|${address}|${leaf.nonce}`))
  let node: Node = { hash: bytesToHex(sha256(concatBytes(Uint8Array.of(0), owner, bytesOf(leaf.sums)))), sums: leaf.sums }
  leaf.siblings.forEach((sibling, level) => {
    const isRight = Math.floor(leaf.index / 2 ** level) % 2 === 1
    node = isRight ? joined(sibling, node) : joined(node, sibling)
  })
  if (!isEqual(node.sums, text.totals)) throw new Refused('totals')
  if (node.hash !== text.root) throw new Refused('root')
}

function joined(left: Node, right: Node): Node {
  const sums = added(left.sums, right.sums)
  const parts = [Uint8Array.of(1), bytesOf(left.sums), hexToBytes(left.hash), bytesOf(right.sums), hexToBytes(right.hash)]
  return { hash: bytesToHex(sha256(concatBytes(...parts))), sums }
}

function added(one: Sums, other: Sums): Sums {
  const sums = plus(one, other)
  if (!sums) throw new Refused('sum_range')
  return sums
}

function readProof(shown: unknown): Proof {
  const proof = fieldsOf(shown, 'snapshot', 'address', 'leaves')
  const leaves = listOf(proof['leaves']).map((leaf): LeafPath => {
    const fields = fieldsOf(leaf, 'index', 'nonce', 'sums', 'siblings')
    const index = fields['index']
    if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0) throw new Refused('malformed')
    return { index, nonce: textOf(fields['nonce'], hashText), sums: readSums(fields['sums']), siblings: listOf(fields['siblings']).map(readNode) }
  })
  return { snapshot: textOf(proof['snapshot'], /^\d{8}$/), address: textOf(proof['address'], /^0x[0-9a-f]{40}$/), leaves }
}

function readNode(shown: unknown): Node {
  const fields = fieldsOf(shown, 'hash', 'sums')
  return { hash: textOf(fields['hash'], hashText), sums: readSums(fields['sums']) }
}

function readSums(shown: unknown): Sums {
  const list = listOf(shown)
  if (list.length !== 3) throw new Refused('malformed')
  const [first, second, third] = list.map(sumOf)
  if (!isSum(first) || !isSum(second) || !isSum(third)) throw new Refused('sum_range')
  return [first, second, third]
}

/** Reads an object that has these fields alone: what a proof says beyond them, as a root, nobody may believe. */
function fieldsOf(shown: unknown, ...names: string[]): Record<string, unknown> {
  if (typeof shown !== 'object' || shown === null) throw new Refused('malformed')
  if (Object.keys(shown).some((name) => !names.includes(name))) throw new Refused('surplus')
  return shown as Record<string, unknown>
}

function listOf(shown: unknown): unknown[] {
  if (!Array.isArray(shown)) throw new Refused('malformed')
  return shown
}

/** Reads a text of one form: by their forms the signed text tells where one value ends and the next begins. */
function textOf(shown: unknown, form: RegExp): string {
  if (typeof shown !== 'string' || !form.test(shown)) throw new Refused('malformed')
  return shown
}
