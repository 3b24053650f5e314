import { hexToBytes } from '@noble/hashes/utils'
import { roundAt, timeOf, type Chain } from './beacon'
import { baseOf, boardOf, winOf } from './board'
import { isList, rootOf, type Entry } from './entries'

/** What is looked at, in this order. */
export const steps = ['entries', 'root', 'receipt', 'anchor', 'beacon_round', 'signature', 'board', 'win'] as const
export type Step = (typeof steps)[number]

/** `open`: what it needs is not there, so nothing is claimed. */
export type Verdict = 'ok' | 'failed' | 'open'

export interface Check {
  step: Step
  verdict: Verdict
}

/** What somebody holds of a round, before it was drawn or from a signed receipt, and what he is said to have won. */
export interface Own extends Entry {
  /** The root his app noted when the round was locked. */
  rootNoted?: string
  win?: number
}

/** A round as it was published. */
export interface Round {
  period: string
  /** ISO-8601. */
  lockAt: string
  /** How long after the lock the beacon round is due. */
  marginSeconds: number
  entries: readonly Entry[]
  root: string
  beaconRound: number
  /** Hex. */
  signature: string
  /** The ten boxes in tenths. */
  board: readonly number[]
  /** What the anchor's transaction carries, and when its block was made; null where nobody looked. */
  anchor: { text: string; blockTime: string } | null
}

/** Tells whether a signature is the chain's for a round; it is passed in because its code is large. */
export type IsSignature = (publicKey: string, round: number, signature: string) => boolean

/** An anchor must lie so long before the beacon. */
const anchorLeadMs = 6_000

/** Goes through a round step by step. A step that fails does not keep the later ones from being looked at. */
export function verifyRound(round: Round, chain: Chain, own: Own | null, isSignature: IsSignature): Check[] {
  const found: Record<Step, Verdict> = {
    entries: said(isList(round.entries)),
    root: said(rootOf(round.entries) === round.root && (own?.rootNoted === undefined || own.rootNoted === round.root)),
    receipt: own === null ? 'open' : said(round.entries.some((entry) => entry.entryNo === own.entryNo && entry.box === own.box && entry.amount === own.amount)),
    anchor: round.anchor === null ? 'open' : said(isAnchored(round, chain, round.anchor)),
    beacon_round: said(roundAt(chain, Date.parse(round.lockAt) + round.marginSeconds * 1000) === round.beaconRound),
    signature: said(isSignature(chain.publicKey, round.beaconRound, round.signature)),
    board: said(isSame(round.board, boardFor(round))),
    win: own?.win === undefined ? 'open' : said(own.win === winOf(boardFor(round), own)),
  }
  return steps.map((step) => ({ step, verdict: found[step] }))
}

/** Whether nothing failed; what is open is not claimed. */
export function isVerified(checks: readonly Check[]): boolean {
  return checks.every(({ verdict }) => verdict !== 'failed')
}

function said(isRight: boolean): Verdict {
  return isRight ? 'ok' : 'failed'
}

/** The board the beacon makes of these entries; none where what it needs cannot be read. */
function boardFor({ period, root, beaconRound, signature }: Round): number[] {
  return /^[0-9a-f]{96}$/.test(signature) ? boardOf({ period, root, beaconRound, signature: hexToBytes(signature) }) : []
}

function isSame(board: readonly number[], other: readonly number[]): boolean {
  return board.length === other.length && board.every((prize, index) => prize === other[index])
}

function isAnchored(round: Round, chain: Chain, { text, blockTime }: { text: string; blockTime: string }): boolean {
  return text === baseOf(round) && Date.parse(blockTime) <= timeOf(chain, round.beaconRound) - anchorLeadMs
}
