import { readFinal, readTransaction, type ChainReader } from '../game/blocks'
import { isReceiptSignature } from '../game/signature'
import { verifyProof, type Refusal } from './proof'
import type { Sums } from './sums'
import { readText } from './text'

/** What `/api/open/myProof` answers. */
export interface ProofAnswer {
  proof: unknown
  txHash: string
  signature: string
  key: string
}

/** What a reader knows, whoever gave him the proof. */
export interface ProofWitness {
  /** The day that is asked for, YYYYMMDD. */
  snapshot: string
  /** The wallet that signed in. */
  address: string
  /** The snapshot's text as everybody is shown it. */
  published: string
  /** The text that this device saw first for the snapshot. */
  seen?: string
  /** Who sends the platform's anchors, as this device keeps it. */
  anchorAddresses: readonly string[]
  /** Whether he knew before a block that an address would send the anchors of its time; without it, whoever sends any is believed. */
  isSenderAt?: (address: string, atMs: number) => boolean
  /** The keys the platform publishes for its receipts, today's and earlier ones. */
  receiptKeys: readonly string[]
  /** The reader's own node or wallet; null where there is none. */
  chain: ChainReader | null
}

/** What does not fit; the first that is met is named. */
type Difference = Refusal | 'receipt_key' | 'signature' | 'second_text' | 'sender' | 'anchored_text'

/** What could not be looked up. */
type Unread = 'no_anchor' | 'no_sender' | 'chain' | 'transaction' | 'not_final'

export type ProofVerdict = { kind: 'fits'; owed: Sums } | { kind: 'differs'; reason: Difference } | { kind: 'unread'; what: Unread; owed: Sums }

/** Holds the platform's answer to what is anchored, as the reader's own node has it. The proof's word counts for nothing. */
export async function checkProof(answer: ProofAnswer, witness: ProofWitness): Promise<ProofVerdict> {
  const { published, seen, snapshot, address } = witness
  const verdict = verifyProof(answer.proof, published, address)
  const signed = signedText(answer.proof)
  if (!witness.receiptKeys.includes(answer.key)) return differs('receipt_key')
  // Before the signature, which does not tell where a value of another form ends.
  if (signed === null || ('refusal' in verdict && verdict.refusal === 'malformed')) return differs('malformed')
  if (!isReceiptSignature(answer.key, signed, answer.signature)) return differs('signature')
  if (seen !== undefined && seen !== published) return differs('second_text')
  if ('refusal' in verdict) return differs(verdict.refusal)
  if (!isOf(published, snapshot)) return differs('snapshot')
  const found = await lookUp(answer.txHash, witness)
  if (found === 'fits') return { kind: 'fits', owed: verdict.owed }
  return found === 'sender' || found === 'anchored_text' ? differs(found) : { kind: 'unread', what: found, owed: verdict.owed }
}

/** Reads the text where it is anchored. */
async function lookUp(txHash: string, { chain, anchorAddresses, isSenderAt, published }: ProofWitness): Promise<Unread | 'sender' | 'anchored_text' | 'fits'> {
  if (txHash === '') return 'no_anchor'
  if (anchorAddresses.length === 0) return 'no_sender'
  if (chain === null) return 'chain'
  try {
    const [sent, final] = await Promise.all([readTransaction(chain, txHash), readFinal(chain)])
    if (sent === null) return 'transaction'
    if (!anchorAddresses.some((one) => one.toLowerCase() === sent.address.toLowerCase())) return 'sender'
    if (sent.text !== published) return 'anchored_text'
    if (sent.block > final) return 'not_final'
    return (isSenderAt?.(sent.address, Date.parse(sent.blockTime)) ?? true) ? 'fits' : 'no_sender'
  } catch {
    return 'chain'
  }
}

function isOf(published: string, snapshot: string): boolean {
  const text = readText(published)
  return text !== null && text !== 'sum_range' && text.snapshot === snapshot
}

function differs(reason: Difference): ProofVerdict {
  return { kind: 'differs', reason }
}

interface Signed {
  snapshot: string
  address: string
  leaves: { index: number; nonce: string; sums: string[]; siblings: { hash: string; sums: string[] }[] }[]
}

/** What the receipt key signs of a proof; null where it is no proof. */
export function signedText(proof: unknown): string | null {
  try {
    const { snapshot, address, leaves } = proof as Signed
    const ofLeaf = ({ index, nonce, sums, siblings }: Signed['leaves'][number]) => [
      index,
      nonce,
      ...sums,
      ...siblings.flatMap((sibling) => [sibling.hash, ...sibling.sums]),
    ]
    return ['ETLDSOL1 proof', snapshot, address, ...leaves.flatMap(ofLeaf)].join('|')
  } catch {
    return null
  }
}
