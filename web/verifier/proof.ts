import { readTransaction, type ChainReader } from '@kit/game/blocks'
import { amountOf, dayOf } from '@kit/solvency/amount'
import { checkProof, type ProofAnswer, type ProofVerdict } from '@kit/solvency/check'
import { element } from './element'
import { text } from './text'
import { walletReader } from './wallet'

/** What the reader knows from elsewhere; empty where nothing was put in. */
export interface Known {
  anchorAddress: string | undefined
  receiptKeys: readonly string[] | undefined
  /** The text of that midnight as it is published. */
  published: string
}

/** A signed answer about a midnight's count, as the app saves it. */
export interface SavedProof extends ProofAnswer {
  proof: { snapshot: string; address: string; leaves: unknown[] }
}

/** Reads an answer of `/api/open/myProof`, whole or its data alone; null where the text is none. */
export function readProof(content: string): SavedProof | null {
  try {
    const { data, ...bare } = JSON.parse(content) as Record<string, unknown>
    const { proof, txHash, signature, key } = { ...bare, ...(data as Record<string, unknown> | null) }
    const { snapshot, address, leaves } = proof as Record<string, unknown>
    if (typeof snapshot !== 'string' || typeof address !== 'string' || !Array.isArray(leaves)) return null
    return { proof: { ...(proof as object), snapshot, address, leaves }, txHash: String(txHash), signature: String(signature), key: String(key) }
  } catch {
    return null
  }
}

/** What comes of verifying a proof: in a sentence, and in figures. */
export async function resultOfProof(answer: SavedProof, known: Known): Promise<HTMLElement[]> {
  const chain = await walletReader()
  const published = known.published.trim() || (await anchored(answer, known.anchorAddress, chain))
  if (published === null) return [sentence('unread', 'text', `? ${text('game-verify', 'count.text')}`)]
  const verdict = await checkProof(answer, {
    snapshot: answer.proof.snapshot,
    address: answer.proof.address,
    published,
    anchorAddresses: known.anchorAddress === undefined ? [] : [known.anchorAddress],
    receiptKeys: known.receiptKeys ?? [answer.key],
    chain,
  })
  if (verdict.kind === 'differs')
    return [sentence('failed', verdict.reason, `✘ ${text('wallet-checks', `differs.${verdict.reason}`)}`), figures(answer, published)]
  return [found(verdict, known.receiptKeys !== undefined), figures(answer, published, verdict)]
}

/** The text that the reader's own node has, if the address that the reader named sent it. */
async function anchored({ txHash }: SavedProof, from: string | undefined, chain: ChainReader | null): Promise<string | null> {
  if (chain === null || from === undefined) return null
  const sent = await readTransaction(chain, txHash).catch(() => null)
  return sent !== null && sent.address.toLowerCase() === from.toLowerCase() ? sent.text : null
}

function found(verdict: Exclude<ProofVerdict, { kind: 'differs' }>, areKeysKnown: boolean): HTMLElement {
  if (verdict.kind === 'unread') return sentence('unread', verdict.what, `? ${text('wallet-checks', `unread.${verdict.what}`)}`)
  if (!areKeysKnown) return sentence('unread', 'keys', `? ${text('game-verify', 'count.keys')}`)
  return sentence('ok', 'ok', `✔ ${text('wallet-checks', 'fits')}`)
}

function sentence(outcome: 'ok' | 'unread' | 'failed', result: string, said: string): HTMLElement {
  return element('p', { class: `card result ${outcome}`, 'data-result': outcome === 'failed' ? result : outcome, 'data-why': result }, said)
}

function figures({ proof, txHash, key }: SavedProof, published: string, verdict?: Exclude<ProofVerdict, { kind: 'differs' }>): HTMLElement {
  const facts: [string, string][] = [
    [text('game-verify', 'count.day'), dayOf(proof.snapshot)],
    [text('game-verify', 'count.address'), proof.address],
  ]
  if (verdict) facts.push(...(['USDT', 'ETLD', 'ETH'] as const).map((currency, place): [string, string] => [currency, amountOf(verdict.owed[place] ?? 0n)]))
  facts.push([text('game-verify', 'count.published'), published], [text('game-verify', 'count.transaction'), txHash], [text('game-verify', 'count.key'), key])
  return element('dl', { class: 'card' }, ...facts.map(([name, figure]) => element('div', {}, element('dt', {}, name), element('dd', {}, figure))))
}
