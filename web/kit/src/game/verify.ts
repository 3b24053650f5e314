import { hexToBytes } from '@noble/hashes/utils'
import { roundAt } from './beacon'
import { boardOf } from './board'
import { winOf } from './prizes'
import type { Held, Mine, RoundDocument } from './document'
import { isList, isSameEntry, receiptTextOf, rootOf } from './entries'
import { timesOf, type Times } from './period'
import { isBeaconSignature, isReceiptSignature } from './signature'
import { commitmentFor, ofAnchors, type ChainWitness } from './verifyAnchors'

/** What is looked at, in this order. The server's verifier knows the same steps by the same names. */
export const steps = ['entries', 'root', 'receipt', 'anchor', 'beacon_round', 'signature', 'board', 'win'] as const
export type Step = (typeof steps)[number]

/** `unread`: it was not looked up, so the document alone says it. `open`: it does not apply. */
export type Verdict = 'ok' | 'failed' | 'unread' | 'open'

export interface Check {
  step: Step
  verdict: Verdict
}

/** What a reader knows, whoever gave him the document. */
export interface Witness extends ChainWitness {
  /** The beacon's public key; without it, the document's word would be taken. */
  beaconKey?: string
  /** The keys the platform publishes for its receipts, today's and earlier ones; without them the document's word is taken. */
  receiptKeys?: readonly string[]
  /** The period he asked for; without it, the document's word is taken. */
  period?: string
  /** What he kept of his entry; undefined where he took no part or has forgotten, and where the document has it. */
  held?: Held
}

type Found = Partial<Record<Step, boolean | 'unread'>>

/** Goes through a round that is over. A step that fails does not keep the later ones from being looked at. */
export function verifyRound(round: RoundDocument, reader: Witness): Check[] {
  const witness = { ...reader, held: reader.held ?? round.held }
  const times = timesOf(round.period)
  const found: Found = times === null ? { entries: false } : { ...ofList(round, times, witness), ...ofEnd(round, witness) }
  return steps.map((step) => ({ step, verdict: verdictOf(found[step]) }))
}

/** What a verification came to: everything fits, something does not, or something was not looked up. */
type Outcome = Exclude<Verdict, 'open'>

/** Only where everything that applies was looked up and fits is it `ok`. */
export function outcomeOf(checks: readonly Check[]): Outcome {
  const verdicts = checks.map(({ verdict }) => verdict)
  if (verdicts.includes('failed')) return 'failed'
  return verdicts.includes('unread') ? 'unread' : 'ok'
}

function verdictOf(found: boolean | 'unread' | undefined): Verdict {
  if (found === undefined) return 'open'
  if (found === 'unread') return 'unread'
  return found ? 'ok' : 'failed'
}

/** What was fixed before the beacon. */
function ofList(round: RoundDocument, times: Times, witness: Witness): Found {
  const { entries, root, receiptKey, beaconRound } = round
  return {
    entries:
      isList(entries) &&
      (witness.period ?? round.period) === round.period &&
      Date.parse(round.openAt) === times.openAt &&
      Date.parse(round.lockAt) === times.lockAt,
    root:
      rootOf(entries) === root &&
      (witness.held?.root ?? root) === root &&
      isSigned(receiptKey, `ETLDBOX1 root|${commitmentFor(round)}`, round.rootSignature, witness),
    receipt: isReceived(round, witness),
    beacon_round: roundAt(times.beaconFrom) === beaconRound,
  }
}

/** Holds the round to the player's entry, as the platform tells it and as he kept it. */
function isReceived(round: RoundDocument, witness: Witness): boolean | 'unread' | undefined {
  const { period, receiptKey, mine } = round
  const { held } = witness
  if (held && (mine === null || held.period !== period || !isSameEntry(held, mine) || (held.player ?? mine.player) !== mine.player)) return false
  const named = [mine && { receiptKey, ...mine }, held].filter((one) => one !== null && one !== undefined)
  if (named.length === 0) return undefined
  const found = named.map(
    (one) =>
      round.entries.some((entry) => isSameEntry(entry, one)) &&
      isSigned(one.receiptKey ?? receiptKey, receiptTextOf(period, one, one.player), one.receipt, witness),
  )
  if (found.includes(false)) return false
  // Which entry was his, a reader who kept nothing has from the document alone.
  return held === undefined || found.includes('unread') ? 'unread' : true
}

/** Whether a receipt is what it must be to prove an entry: signed, by the key that it names. */
export function isReceipt(held: Held): boolean {
  return isReceiptSignature(held.receiptKey, receiptTextOf(held.period, held, held.player), held.receipt)
}

/** Whether a key that is the platform's signed it; whose key it is, only the published ones say. */
function isSigned(key: string, signed: string, signature: string, { receiptKeys }: Witness): boolean | 'unread' {
  if (!isReceiptSignature(key, signed, signature)) return false
  return receiptKeys?.includes(key) ?? 'unread'
}

/** What came of it: drawn, or refunded. */
function ofEnd(round: RoundDocument, witness: Witness): Found {
  if (round.state !== 'drawn' && round.state !== 'refunded') return { board: false }
  return { anchor: ofAnchors(round, witness), ...(round.state === 'drawn' ? ofDraw(round, witness) : ofRefund(round)) }
}

function ofDraw(round: RoundDocument, { beaconKey }: Witness): Found {
  const { beaconSignature, mine } = round
  const isSigned = (beaconKey ?? round.beaconKey) === round.beaconKey && isBeaconSignature(round.beaconKey, round.beaconRound, beaconSignature)
  const board = /^[0-9a-f]{96}$/i.test(beaconSignature) ? boardOf(hexToBytes(beaconSignature), commitmentFor(round)) : []
  return {
    signature: isSigned && beaconKey === undefined ? 'unread' : isSigned,
    board: board.length > 0 && board.join() === round.board.join(),
    win: mine === null ? undefined : isPaid(mine, board),
  }
}

function isPaid(mine: Mine, board: readonly number[]): boolean {
  return winOf(board, mine) === mine.win
}

/** A refunded round has no board. Whether its beacon round was never published, only a relay of the reader's own says. */
function ofRefund({ reason, board, beaconSignature, mine }: RoundDocument): Found {
  return { board: board.length === 0 && (mine?.win ?? 0) === 0, ...(reason === 'no_beacon' ? { signature: beaconSignature === '' ? 'unread' : false } : {}) }
}
