import { compareAmounts, sumOf } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import type { TopUpInfo } from '@kit/api/contract'
import type { TxOutcome } from '../../wallet/transfer'

/** How the wallet's transfer of a missing sum stands. */
export type TopUpSending = 'idle' | 'asking' | 'sent' | 'unsure' | 'refused' | 'no_gas' | 'no_wallet' | 'wrong_network' | 'left'

/** What a balance lacks to pay a sum, at least the least deposit; null where it lacks nothing, or nothing is known yet. */
export function missingOf(payAmount: Decimal, available: Decimal | undefined, least: Decimal | undefined): Decimal | null {
  if (available === undefined || compareAmounts(available, payAmount) >= 0) return null
  const missing = sumOf([payAmount, `-${available}`])
  return least !== undefined && compareAmounts(missing, least) < 0 ? least : missing
}

interface TopUpFirstFacts {
  missing: Decimal | null
  sending: TopUpSending
  /** What the wallet holds; undefined while it was not asked. */
  held: Decimal | undefined
  /** A transfer that was sent before this order was looked at is on its way to the balance. */
  isAwaited: boolean
}

/** What the one button of the order does: tops up what is missing and buys then, waits for it, or buys. */
type TopUpFirstStep = 'buy' | 'top_up' | 'short' | 'asking' | 'under_way' | 'unsure' | 'awaited'

/** Decides the step. A transfer whose fate is unknown, or that is on its way, is waited for before another one is offered. */
export function decideTopUpFirst({ missing, sending, held, isAwaited }: TopUpFirstFacts): TopUpFirstStep {
  if (missing === null) return 'buy'
  if (sending === 'asking') return 'asking'
  if (sending === 'sent') return 'under_way'
  if (sending === 'unsure') return 'unsure'
  if (isAwaited) return 'awaited'
  return held !== undefined && compareAmounts(held, missing) < 0 ? 'short' : 'top_up'
}

/** A transfer of this tab's, and when it was sent. */
export interface SentTopUp {
  hash: string
  atMs: number
}

interface AwaitedFacts {
  currency: string
  info: Pick<TopUpInfo, 'pending' | 'recent'> | undefined
  /** What this tab sent before; null where nothing is known of one. */
  sent: SentTopUp | null
  /** What the wallet's node says of it, and that the chain does not know it. */
  mined: TxOutcome | undefined
  isMissing: boolean
}

/** So long the server may need to see what is in a block, and a transfer to come into one. */
const seenWithinMs = 60_000
const minedWithinMs = 3_600_000

/** Whether a deposit is on its way: one that the server sees, or one that was sent here and that it does not see yet. `nowMs` is when the server said so. */
export function isAwaited({ currency, info, sent, mined, isMissing }: AwaitedFacts, nowMs: number): boolean {
  if (info === undefined) return sent !== null
  if (info.pending.some((one) => one.currency === currency && (one.state === 'confirming' || one.state === 'final'))) return true
  if (sent === null || isMissing || mined === 'reverted') return false
  const isSeen = [...info.pending, ...info.recent].some(({ txHash }) => txHash.toLowerCase() === sent.hash.toLowerCase())
  return !isSeen && nowMs - sent.atMs < (mined === undefined ? minedWithinMs : seenWithinMs)
}
