import type { Entry } from './entries'

/** The transaction that carries a round's commitment. */
export interface Anchor {
  address: string
  txHash: string
  /** The transaction's data. */
  text: string
  block: number
  blockTime: string
}

/** A player's own entry with its receipt. */
export interface Mine extends Entry {
  win: number
  receipt: string
  /** The key that made it; without one, the round's. */
  receiptKey?: string
  /** By what hash the receipt names its player; empty where his app chose none. */
  player?: string
}

/** What a player keeps of an entry from the moment it was made, against the platform's later word. */
export interface Held extends Entry {
  period: string
  /** The hash by which the receipt names the player; without one it names nobody. */
  player?: string
  receipt: string
  /** The key that made it. */
  receiptKey: string
  /** The root, if it was seen before anybody could know the beacon. */
  root?: string
}

/** All that is needed to recompute a round, as it is published and exported. Signatures and keys are hexadecimal. */
export interface RoundDocument {
  period: string
  state: string
  /** Why it was refunded. */
  reason: string
  openAt: string
  lockAt: string
  entries: readonly Entry[]
  root: string
  rootSignature: string
  receiptKey: string
  /** The transaction that counts: the first of the address of anchors that names the period, in time. */
  anchor: Anchor | null
  /** A later one that says something else. */
  conflict: Anchor | null
  /** The blocks in which an anchor counts; there are none where `last` is below `first`. */
  searched: { first: number; last: number } | null
  beaconRound: number
  beaconKey: string
  beaconSignature: string
  /** What each box pays, in tenths. */
  board: readonly number[]
  mine: Mine | null
  /** In a file that a player exported. */
  held?: Held
}

const texts = ['period', 'state', 'reason', 'openAt', 'lockAt', 'root', 'rootSignature', 'receiptKey', 'beaconKey', 'beaconSignature'] as const

/** Reads an exported round; null where the text is none. What it says is for `verifyRound` to judge. */
export function readDocument(text: string): RoundDocument | null {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(found)) return null
  const { entries, board, anchor = null, conflict = null, searched = null, mine = null, held } = found
  const isWhole =
    texts.every((name) => typeof found[name] === 'string') &&
    typeof found['beaconRound'] === 'number' &&
    Array.isArray(entries) &&
    entries.every(isEntry) &&
    Array.isArray(board) &&
    board.every((prize) => typeof prize === 'number') &&
    [anchor, conflict].every((one) => one === null || isAnchor(one)) &&
    (searched === null || (isObject(searched) && typeof searched['first'] === 'number' && typeof searched['last'] === 'number')) &&
    (mine === null ||
      (isObject(mine) && isEntry(mine) && typeof mine['win'] === 'number' && isTextOrNone(mine['player']) && typeof mine['receipt'] === 'string')) &&
    (held === undefined || isHeld(held))
  // Every member was looked at just now.
  return isWhole ? ({ ...found, anchor, conflict, searched, mine } as unknown as RoundDocument) : null
}

function isHeld(value: unknown): boolean {
  return (
    isObject(value) &&
    isEntry(value) &&
    ['period', 'receipt', 'receiptKey'].every((name) => typeof value[name] === 'string') &&
    isTextOrNone(value['player']) &&
    isTextOrNone(value['root'])
  )
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isAnchor(value: unknown): boolean {
  return isObject(value) && ['address', 'txHash', 'text', 'blockTime'].every((name) => typeof value[name] === 'string') && typeof value['block'] === 'number'
}

function isEntry(value: unknown): boolean {
  return isObject(value) && ['entryNo', 'box', 'amount'].every((name) => typeof value[name] === 'number')
}
