import { ApiError, codeBusy, codeMaintenance, codeNoPrice, codeSystemError, codeTooFew } from '@kit/api/faults'

const askAgainMs = 5_000
const soonestMs = 300

/** Refusals that say nothing of the amount: where a price, a buyer or the server itself may come back. */
const passing: readonly number[] = [codeNoPrice, codeTooFew, codeSystemError, codeBusy, codeMaintenance]

/**
 * When to ask for the next quote: as this one ends, or soon after a broken line or a refusal that passes, but not before
 * the server wants; never after a refusal of the amount.
 */
export function renewAfterMs(expireAt: string | null, fault: unknown, nowMs: number): number | false {
  if (fault instanceof ApiError) return passing.includes(fault.code) && Math.max(askAgainMs, (fault.details.retryAfter ?? 0) * 1_000)
  if (fault) return askAgainMs
  return expireAt === null ? false : Math.max(soonestMs, Date.parse(expireAt) - nowMs)
}
