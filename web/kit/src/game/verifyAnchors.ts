import { isSame } from './blocks'
import { commitmentOf, commits } from './commitment'
import type { Anchor, Held, RoundDocument } from './document'
import { windowOf, type Search } from './search'

/** What a reader knows of the chain, whoever gave him the document. */
export interface ChainWitness {
  /** The address that sent anchors at the lock; without it, the document's word would be taken. */
  anchorAddress?: string
  /** What his own node says; without it, the chain was not looked at. */
  search?: Search
  /** What he kept of his entry. */
  held?: Pick<Held, 'root'>
}

/** Holds what a document says of the chain to the rules, and to the chain. */
export function ofAnchors(round: RoundDocument, { anchorAddress, search, held }: ChainWitness): boolean | 'unread' {
  const named = [round.anchor, round.conflict].filter((one) => one !== null)
  if (!named.every((one) => isWithin(round, one) && (anchorAddress === undefined || isSame(one.address, anchorAddress)))) return false
  if (!isEvidence(round)) return false
  if (anchorAddress === undefined || search === undefined) return 'unread'
  const first = search.sent.find(({ text }) => text.startsWith(commits(round.period))) ?? null
  const conflict = search.sent.find(({ text }) => text.startsWith(commits(round.period)) && text !== first?.text) ?? null
  if (!search.isFramed || !isSameAnchor(first, round.anchor) || !isSameAnchor(conflict, round.conflict)) return false
  // Whoever knows the beacon could undo a round by a list that the anchor does not fit: who kept its root before knows.
  return round.state !== 'refunded' || round.reason !== 'other_anchor' || held?.root ? true : 'unread'
}

/** Whether a transaction names the period in a block that counts. */
function isWithin({ period }: RoundDocument, { text, blockTime }: Anchor): boolean {
  const window = windowOf(period)
  const at = Date.parse(blockTime)
  return window !== null && at >= window.from && at <= window.until && text.startsWith(commits(period))
}

/** Whether the transactions that a document names lead to what came of its round. */
function isEvidence(round: RoundDocument): boolean {
  const { state, reason, anchor, conflict } = round
  if (state === 'refunded' && reason === 'no_anchor') return anchor === null && conflict === null
  if (state === 'refunded' && reason === 'other_anchor') return anchor !== null && conflict === null && anchor.text !== commitmentFor(round)
  if (state === 'refunded' && reason === 'conflicting_anchor')
    return anchor !== null && conflict !== null && anchor.text !== conflict.text && !isSame(anchor.txHash, conflict.txHash)
  if (state === 'refunded' && reason !== 'no_beacon') return false
  return anchor?.text === commitmentFor(round) && conflict === null
}

/** What the document says was signed and anchored. */
export function commitmentFor({ period, root, beaconRound }: RoundDocument): string {
  return commitmentOf(period, root, beaconRound)
}

function isSameAnchor(one: Anchor | null, other: Anchor | null): boolean {
  if (one === null || other === null) return one === other
  return isSame(one.txHash, other.txHash) && one.text === other.text && one.block === other.block && Date.parse(one.blockTime) === Date.parse(other.blockTime)
}
