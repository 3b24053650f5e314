import { isSame, readTransaction } from '@kit/game/blocks'
import type { Anchor } from '@kit/game/document'
import { senderAt } from '@kit/game/published'
import { amountOf, dayOf } from '@kit/solvency/amount'
import { checkProof, type ProofAnswer, type ProofVerdict } from '@kit/solvency/check'
import { element } from './element'
import { text } from './text'
import { walletReader } from './wallet'

/** What the reader knows from elsewhere; empty where nothing was put in. */
export interface Known {
  /** Who sends anchors, each from a time on. */
  anchors: readonly { address: string; since: string }[]
  receiptKeys: readonly string[] | undefined
  /** The text of that midnight as it is published. */
  published: string
  /** The wallet that was asked about. */
  wallet: string
  /** The day that was asked about, YYYYMMDD. */
  day: string
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
  const sent = chain && (await readTransaction(chain, answer.txHash).catch(() => null))
  const senders = sendersOf(known.anchors, sent)
  const published = known.published.trim() || (sent && senders.some((one) => isSame(sent.address, one)) ? sent.text : '')
  if (published === '') return [sentence('unread', 'text', `? ${text('game-verify', 'count.text')}`)]
  const verdict = await checkProof(answer, {
    snapshot: known.day || answer.proof.snapshot,
    address: known.wallet || answer.proof.address,
    published,
    anchorAddresses: senders,
    receiptKeys: known.receiptKeys ?? [answer.key],
    chain,
  })
  if (verdict.kind === 'differs')
    return [sentence('failed', verdict.reason, `✘ ${text('wallet-checks', `differs.${verdict.reason}`)}`), figures(answer, published)]
  return [found(verdict, known), figures(answer, published, verdict)]
}

/** Who may have sent a text: who sent anchors at the time of its block, however long after its midnight it was made. */
function sendersOf(anchors: Known['anchors'], sent: Anchor | null): string[] {
  if (sent === null) return anchors.map(({ address }) => address)
  const sender = senderAt(anchors, Date.parse(sent.blockTime))
  return sender === undefined ? [] : [sender]
}

function found(verdict: Exclude<ProofVerdict, { kind: 'differs' }>, { receiptKeys, wallet, day, published }: Known): HTMLElement {
  if (verdict.kind === 'unread') return sentence('unread', verdict.what, `? ${text('wallet-checks', `unread.${verdict.what}`)}`)
  if (receiptKeys === undefined) return sentence('unread', 'keys', `? ${text('game-verify', 'count.keys')}`)
  // A true answer of somebody else, of a richer day, or to a second text shows nothing.
  if (wallet === '' || day === '') return sentence('unread', 'asked', `? ${text('game-verify', 'count.asked')}`)
  if (published.trim() === '') return sentence('unread', 'others', `? ${text('game-verify', 'count.others')}`)
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
