import type { Line } from '@kit/solvency/line'
import { faultOfLog, type HashLink, type LogFault } from '@kit/solvency/log'

/** What is known of the public log from elsewhere. */
interface Known {
  /** The newest line that this device found in order. */
  kept: HashLink | null
  /** The line that a snapshot's text names. */
  bound: HashLink | null
  /** The journal's head in that text. */
  journal: HashLink | null
}

/** What following the log came to; `line` is the newest that was read. */
interface Followed {
  line: Line | null
  fault: LogFault | null
  /** Every line was read from the earliest on that is known. */
  isWhole: boolean
}

/** Five pages of the platform's, forty hours. */
const linesMax = 480

/** Follows the log to its newest line, from the earliest line on that is known, and not from long ago; `read` answers some lines from a number on. */
export async function followLog(told: number, { kept, bound, journal }: Known, read: (from: number) => Promise<readonly Line[]>): Promise<Followed> {
  const links = [kept, bound].filter((one) => one !== null)
  // What is told of as the newest line may be some seconds old.
  const newest = Math.max(told, ...links.map(({ number }) => number))
  if (newest > told && (await read(newest))[0]?.number !== newest) return { line: null, fault: 'number', isWhole: false }
  const known = { lines: links, journal: journal ? [journal] : [] }
  const first = Math.max(1, newest - linesMax + 1, Math.min(newest, ...links.map(({ number }) => number)))
  const lines: Line[] = []
  for (let from = first, page; from <= newest; from += page.length) {
    page = await read(from)
    if (page.length === 0) return { line: lines.at(-1) ?? null, fault: 'number', isWhole: false }
    lines.push(...page)
  }
  // A line from before those that were read is compared by itself.
  const before = links.filter(({ number }) => number < first)
  const faults = await Promise.all([
    ...before.map(async ({ number }) => faultFrom(number, (await read(number)).slice(0, 1), known)),
    faultFrom(first, lines, known),
  ])
  const fault = faults.find((one) => one !== null) ?? null
  return { line: lines.at(-1) ?? null, fault, isWhole: before.length === 0 }
}

async function faultFrom(first: number, lines: readonly Line[], known: Parameters<typeof faultOfLog>[1]): Promise<LogFault | null> {
  return lines[0]?.number === first ? faultOfLog(lines, known) : 'number'
}
