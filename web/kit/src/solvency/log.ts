import { dayOf } from './amount'
import { faultOfLine, type Line, type LineFault } from './line'

/** A link of a hash chain, as somebody keeps it. */
export interface HashLink {
  number: number
  hash: string
}

/** A head of the journal, which a snapshot's text may bind: the last entry from before its midnight. */
interface JournalHead extends HashLink {
  /** The newest line that was written before the midnight; 0 where there was none. */
  line?: number
  /** The midnight, in milliseconds. */
  atMs?: number
}

/** What is known of the public log and of the journal from elsewhere. */
interface KnownLinks {
  /** Lines that this device kept, and the one that a snapshot's text names. */
  lines: readonly HashLink[]
  /** Heads of the journal. */
  journal: readonly JournalHead[]
}

/** What does not fit; the first that is met is named. */
export type LogFault = LineFault | 'known' | 'journal'

/** Holds lines, one after the other, to each other and to what is known; null says that they fit. The journal's head may only go on. */
export async function faultOfLog(lines: readonly Line[], known: KnownLinks): Promise<LogFault | null> {
  let before: Line | undefined
  let journal: HashLink | undefined
  for (const line of lines) {
    const fault = faultOfLine(line)
    if (fault !== null) return fault
    if (before && line.number !== before.number + 1) return 'number'
    if (before && line.previous !== before.hash) return 'previous'
    if (isOther(line, known.lines)) return 'known'
    const head = journalOf(line)
    if (head === null || isOther(head, known.journal) || !known.journal.every((bound) => isBeside(line, head, bound))) return 'journal'
    if (journal && (head.number < journal.number || isOther(head, [journal]))) return 'journal'
    before = line
    journal = head
  }
  return null
}

/** The journal's head that a line holds; null where it holds none. */
export function journalOf({ text }: Pick<Line, 'text'>): HashLink | null {
  const [, number, hash] = /^journal\|(\d+)\|([0-9a-f]*)$/m.exec(text) ?? []
  return number === undefined || hash === undefined ? null : { number: Number(number), hash }
}

/** The line of the log and the head of the journal that a snapshot's text binds. */
export function boundBy(snapshotText: string): { line: HashLink | null; journal: JournalHead | null } {
  const parts = snapshotText.split('|')
  const [, number = '0', hash = ''] = /^reserves:(\d+):([0-9a-f]{64})$/.exec(parts.at(-1) ?? '') ?? []
  const [journalNumber, journalHash] = parts.slice(7, 9)
  const line = Number(number)
  const atMs = Date.parse(`${dayOf(parts[1] ?? '')}T16:00:00Z`)
  return {
    line: line === 0 ? null : { number: line, hash },
    journal: journalNumber === undefined || !journalHash ? null : { number: Number(journalNumber), hash: journalHash, line, atMs },
  }
}

/**
 * Whether a line from before a snapshot's midnight names no later head than the snapshot. One from after it may name an
 * earlier head: entries are linked seconds after they were posted, and after a standstill only when the server works again.
 */
function isBeside({ number, text }: Line, head: HashLink, bound: JournalHead): boolean {
  const { line = 0, atMs = 0 } = bound
  const isBefore = number <= line || Number(text.split('|', 3)[2]) < atMs * 1000
  return !isBefore || head.number <= bound.number
}

function isOther({ number, hash }: HashLink, known: readonly HashLink[]): boolean {
  return known.some((one) => one.number === number && one.hash !== hash)
}
