import { compareAmounts } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'

/** Which sum of an order its quote decides: what comes in is better the higher it is, what is paid the lower it is. */
export type QuotedSum = 'received' | 'paid'

/** Whether a sum is worse than the one that was agreed to; nothing is worse than what is not known. */
export function isWorse(sum: QuotedSum, agreed: Decimal | null, now: Decimal | null): boolean {
  if (agreed === null || now === null) return false
  return sum === 'received' ? compareAmounts(now, agreed) < 0 : compareAmounts(now, agreed) > 0
}
