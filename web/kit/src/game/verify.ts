import { hexToBytes } from '@noble/hashes/utils'
import { roundAt } from './beacon'
import { boardOf } from './board'
import { commitmentOf } from './commitment'
import { winOf } from './prizes'
import type { Mine, RoundDocument } from './document'
import { isList, isSameEntry, receiptTextOf, rootOf, type Entry } from './entries'
import { timesOf, type Times } from './period'
import { isBeaconSignature, isReceiptSignature } from './signature'
import { ofAnchors, type ChainWitness } from './verifyAnchors'

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
  /** The entry he holds a receipt for; undefined where he took no part or has forgotten. */
  entry?: Entry
  /** The hash by which that receipt names him. */
  player?: string
  /** The root his app noted when the round was locked. */
  root?: string
}

/** What the document says was signed and anchored. */
export function commitmentFor({ period, root, beaconRound }: RoundDocument): string {
  return commitmentOf(period, root, beaconRound)
}

type Found = Partial<Record<Step, boolean | 'unread'>>

/** Goes through a round that is over. A step that fails does not keep the later ones from being looked at. */
export function verifyRound(round: RoundDocument, witness: Witness): Check[] {
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
    entries: isList(entries) && Date.parse(round.openAt) === times.openAt && Date.parse(round.lockAt) === times.lockAt,
    root:
      rootOf(entries) === root &&
      (witness.root ?? root) === root &&
      isSigned(receiptKey, `ETLDBOX1 root|${commitmentFor(round)}`, round.rootSignature, witness),
    receipt: isReceived(round, witness),
    beacon_round: roundAt(times.beaconFrom) === beaconRound,
  }
}

function isReceived({ period, entries, receiptKey, mine }: RoundDocument, witness: Witness): boolean | 'unread' | undefined {
  const { entry, player = '' } = witness
  if (entry !== undefined && (mine === null || !isSameEntry(entry, mine) || (player !== '' && player !== mine.player))) return false
  if (mine === null) return undefined
  return (
    entries.some((one) => isSameEntry(one, mine)) && isSigned(mine.receiptKey ?? receiptKey, receiptTextOf(period, mine, mine.player), mine.receipt, witness)
  )
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
