import { hexToBytes } from '@noble/hashes/utils'
import { roundAt, timeOf } from './beacon'
import { boardOf } from './board'
import { commitmentOf } from './commitment'
import { winOf } from './prizes'
import type { Mine, RoundDocument } from './document'
import { isList, isSameEntry, lineOf, rootOf, type Entry } from './entries'
import { anchorBy, timesOf, type Times } from './period'
import { isBeaconSignature, isReceiptSignature } from './signature'

/** What is looked at, in this order. The server's verifier knows the same steps by the same names. */
export const steps = ['entries', 'root', 'receipt', 'anchor', 'beacon_round', 'signature', 'board', 'win'] as const
export type Step = (typeof steps)[number]

/** `open`: what it needs is not there, or does not apply, so nothing is claimed. */
export type Verdict = 'ok' | 'failed' | 'open'

export interface Check {
  step: Step
  verdict: Verdict
}

/** What a reader knows, whoever gave him the document. */
export interface Witness {
  /** The beacon's public key. */
  beaconKey: string
  /** The keys the platform publishes for its receipts, today's and earlier ones; without them the document's word is taken. */
  receiptKeys?: readonly string[]
  /** The entry he holds a receipt for; undefined where he took no part or has forgotten. */
  entry?: Entry
  /** The root his app noted when the round was locked. */
  root?: string
}

/** What the document says was signed and anchored. */
export function commitmentFor({ period, root, beaconRound }: RoundDocument): string {
  return commitmentOf(period, root, beaconRound)
}

type Found = Partial<Record<Step, boolean>>

/** Goes through a round that is over. A step that fails does not keep the later ones from being looked at. */
export function verifyRound(round: RoundDocument, witness: Witness): Check[] {
  const times = timesOf(round.period)
  const found: Found = times === null ? { entries: false } : { ...ofList(round, times, witness), ...ofEnd(round, times, witness) }
  return steps.map((step) => ({ step, verdict: verdictOf(found[step]) }))
}

/** Whether nothing failed; what is open is not claimed. */
export function isVerified(checks: readonly Check[]): boolean {
  return checks.every(({ verdict }) => verdict !== 'failed')
}

function verdictOf(found: boolean | undefined): Verdict {
  if (found === undefined) return 'open'
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

function isReceived({ period, entries, receiptKey, mine }: RoundDocument, witness: Witness): boolean | undefined {
  const { entry } = witness
  if (entry !== undefined && (mine === null || !isSameEntry(entry, mine))) return false
  if (mine === null) return undefined
  return (
    entries.some((one) => isSameEntry(one, mine)) && isSigned(mine.receiptKey ?? receiptKey, `ETLDBOX1 entry|${period}|${lineOf(mine)}`, mine.receipt, witness)
  )
}

/** Whether a key that is the platform's signed it. */
function isSigned(key: string, signed: string, signature: string, { receiptKeys }: Witness): boolean {
  return (receiptKeys === undefined || receiptKeys.includes(key)) && isReceiptSignature(key, signed, signature)
}

/** What came of it: drawn, or refunded. */
function ofEnd(round: RoundDocument, times: Times, witness: Witness): Found {
  const isInTime = round.anchor !== null && Date.parse(round.anchor.blockTime) <= anchorBy(timeOf(roundAt(times.beaconFrom)))
  if (round.state === 'drawn') return { anchor: isInTime && round.anchor?.text === commitmentFor(round), ...ofDraw(round, witness) }
  if (round.state === 'refunded') return ofRefund(round)
  return { board: false }
}

function ofDraw(round: RoundDocument, { beaconKey }: Witness): Found {
  const { beaconSignature, mine } = round
  const board = /^[0-9a-f]{96}$/i.test(beaconSignature) ? boardOf(hexToBytes(beaconSignature), commitmentFor(round)) : []
  return {
    signature: round.beaconKey === beaconKey && isBeaconSignature(beaconKey, round.beaconRound, beaconSignature),
    board: board.length > 0 && board.join() === round.board.join(),
    win: mine === null ? undefined : isPaid(mine, board),
  }
}

function isPaid(mine: Mine, board: readonly number[]): boolean {
  return winOf(board, mine) === mine.win
}

/** A refunded round has no board, and nothing in it contradicts its reason. */
function ofRefund({ reason, anchor, board, beaconSignature, mine }: RoundDocument): Found {
  const isReason: Record<string, Found> = {
    no_anchor: { anchor: anchor === null },
    conflicting_anchor: {},
    no_beacon: { signature: beaconSignature === '' },
  }
  return { board: board.length === 0 && (mine?.win ?? 0) === 0, ...(isReason[reason] ?? { anchor: false }) }
}
