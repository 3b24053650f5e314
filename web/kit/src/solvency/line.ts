/** A line of the public log, as /api/open/reserves answers it. */
export interface Line {
  readonly number: number
  readonly previous: string
  readonly text: string
  readonly hash: string
}

export type LineFault = 'hash' | 'number' | 'previous'

/** Holds a line to its own hash, its place and the hash of the line before it; null says that it fits. */
export async function faultOfLine(line: Line): Promise<LineFault | null> {
  const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(line.text))
  const hash = Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (hash !== line.hash) return 'hash'
  const [, number, , previous] = line.text.slice(0, line.text.indexOf('\n')).split('|')
  if (number !== String(line.number)) return 'number'
  return previous === line.previous ? null : 'previous'
}
