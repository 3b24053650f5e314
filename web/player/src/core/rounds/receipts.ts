import type { Held } from '@kit/game/document'
import { readKeptList } from '@kit/kept/kept'

const prefix = 'etld.game.'
const secretPrefix = 'etld.player.'
/** Older ones are in the player's record; verifying them trusts the published list for what was entered. */
const keptMax = 100
/** A wallet that reads nothing today reads nothing tomorrow: it is not asked for every round at each visit. */
const lookedUpAgainMax = 10

/** What the player's own device holds against the platform's later word. */
export interface EntryReceipt extends Held {
  /** When it was given, by the server's clock. */
  atMs: number
  /** It was told after the lock by one of the clocks, this device's or the server's. */
  isTold?: boolean
  /** Who sends the round's anchor, if this device learnt it before the round was locked. */
  anchorAddress?: string
  /** The platform had named the key of the receipt before the round was locked. */
  isKeyNamed?: boolean
  /** What verifying came to here: `ok`, `unread`, the step that failed, or what there was instead of the round. */
  outcome?: string
  /** The player has seen the boxes open. */
  isSeen?: boolean
}

/** What this device names a user by in receipts, which tells nobody who he is: made at the first use, and kept. */
export function playerSecret(storage: Storage, userId: string): string {
  const kept = storage.getItem(secretPrefix + userId)
  if (kept !== null) return kept
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  storage.setItem(secretPrefix + userId, made)
  return made
}

/** The receipts this device keeps for a user, the newest first. */
export function readReceipts(storage: Storage, userId: string): EntryReceipt[] {
  return readKeptList<EntryReceipt>(storage, prefix + userId, { period: '', receipt: '', receiptKey: '', entryNo: 0, box: 0, amount: 0, atMs: 0 })
}

/** What the platform alone can mend, at any time: without another look the mark would stay. */
const notThere: readonly string[] = ['missing', 'endless']

/** The rounds that are still to be recomputed: those that never were or were not there, and the newest of those that were not looked up whole. */
export function leftToCheck(receipts: readonly EntryReceipt[]): EntryReceipt[] {
  return receipts.filter(({ outcome }, place) => outcome === undefined || notThere.includes(outcome) || (outcome === 'unread' && place < lookedUpAgainMax))
}

/** Keeps a receipt, or what became known of it since. What was kept first is never replaced by something else. */
export function keepReceipt(storage: Storage, userId: string, receipt: EntryReceipt): void {
  const others = readReceipts(storage, userId)
  const before = others.find(({ period }) => period === receipt.period)
  const kept = { ...receipt, ...before, ...later(receipt, before) }
  const list = [kept, ...others.filter(({ period }) => period !== receipt.period)]
    .toSorted((left, right) => right.period.localeCompare(left.period))
    .slice(0, keptMax)
  storage.setItem(prefix + userId, JSON.stringify(list))
}

function later({ outcome, isSeen }: EntryReceipt, before: EntryReceipt | undefined): Partial<EntryReceipt> {
  return { ...(outcome === undefined ? {} : { outcome }), ...((isSeen ?? before?.isSeen) ? { isSeen: true } : {}) }
}
