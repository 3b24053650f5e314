import { ApiError, codeNoPrice, codeTooFew } from '@kit/api/faults'

const askAgainMs = 5_000
const soonestMs = 300

/**
 * When to ask for the next quote: as this one ends, or soon after a broken line or where a price or a buyer may come
 * back; never after a refusal of the amount.
 */
export function renewAfterMs(expireAt: string | null, fault: unknown, nowMs: number): number | false {
  if (fault instanceof ApiError) return fault.code === codeNoPrice || fault.code === codeTooFew ? askAgainMs : false
  if (fault) return askAgainMs
  return expireAt === null ? false : Math.max(soonestMs, Date.parse(expireAt) - nowMs)
}
