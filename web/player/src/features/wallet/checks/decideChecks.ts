import type { ProofAnswer, ProofVerdict } from '@kit/solvency/check'

/** What this device found of the newest snapshot. */
export interface Counted {
  /** The day that ended, YYYY-MM-DD. */
  day: string
  /** Null where the platform says that the user had nothing then. */
  verdict: ProofVerdict | null
  answer: ProofAnswer | null
}

/** What a mark stands for. */
export type Standing = 'ok' | 'unread' | 'failed'

export function standingOf({ kind }: ProofVerdict): Standing {
  return kind === 'fits' ? 'ok' : kind === 'unread' ? 'unread' : 'failed'
}

/** A snapshot's name as a day of the calendar. */
export function dayOf(snapshot: string): string {
  return snapshot.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
}

const decimals = 8

/** A number of atoms as an amount. */
export function amountOf(atoms: bigint): string {
  const digits = String(atoms).padStart(decimals + 1, '0')
  const rest = digits.slice(-decimals).replace(/0+$/, '')
  return digits.slice(0, -decimals) + (rest === '' ? '' : `.${rest}`)
}
