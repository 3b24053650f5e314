import { toUnits } from '@kit/amount/compare'
import type { Balance, Movement } from '@kit/api/contract'
import type { ProofAnswer, ProofVerdict } from '@kit/solvency/check'
import type { Sums } from '@kit/solvency/sums'

/** What a proof shows, or that it misses what stood untouched since the midnight. */
export type Verdict = ProofVerdict | { kind: 'differs'; reason: 'left_out' | 'too_little' }

/** What this device found of the newest snapshot. */
export interface Counted {
  /** The day that ended, YYYY-MM-DD. */
  day: string
  /** Null where the platform says that the user had nothing then, and nothing contradicts it. */
  verdict: Verdict | null
  /** Null where the platform gave no proof. */
  answer: ProofAnswer | null
}

/** What a mark stands for. */
export type Standing = 'ok' | 'unread' | 'failed'

export function standingOf({ kind }: Verdict): Standing {
  return kind === 'fits' ? 'ok' : kind === 'unread' ? 'unread' : 'failed'
}

const decimals = 8
const pointAtoms = 1_000_000n

interface Held {
  list: readonly Pick<Balance, 'currency' | 'available'>[]
  gamePoints: number
}

/**
 * What the user had at least at a midnight: what is available now, where none of the newest movements was posted since.
 * Null where something moved, as this device cannot tell then.
 */
export function untouchedSince(at: string, { list, gamePoints }: Held, newest: readonly Pick<Movement, 'postedAt'>[]): Sums | null {
  if (newest.some(({ postedAt }) => Date.parse(postedAt) >= Date.parse(at))) return null
  const available = (currency: string) => toUnits(list.find((one) => one.currency === currency)?.available ?? '0', decimals)
  return [available('USDT') + BigInt(gamePoints) * pointAtoms, available('ETLD'), available('ETH')]
}

/** Holds what was proved, or that nothing was, to what stood untouched. */
export function against(verdict: ProofVerdict | null, least: Sums | null): Verdict | null {
  if (least === null || verdict?.kind === 'differs') return verdict
  const isLess = least.some((atoms, place) => (verdict?.owed[place] ?? 0n) < atoms)
  return isLess ? { kind: 'differs', reason: verdict ? 'too_little' : 'left_out' } : verdict
}
