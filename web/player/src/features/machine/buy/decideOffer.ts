import { compareAmounts } from '@kit/amount/compare'
import { codeTermsChanged, type ApiError } from '@kit/api/faults'
import { isDecimal, signOf, type Decimal } from '@kit/amount/format'
import type { MachineOffer, MachineQuote } from '../contract'

type Availability = { state: 'on_sale' } | { state: 'closed'; reason: 'stock' | 'limit' | 'pool' | 'other' }

/** Whether a machine can be bought now, and if not, why. */
export function availabilityOf(offer: Pick<MachineOffer, 'stock' | 'soldOutReason' | 'quotes'>): Availability {
  if (offer.stock <= 0 || offer.soldOutReason === 'stock') return { state: 'closed', reason: 'stock' }
  if (offer.soldOutReason === 'income_pool') return { state: 'closed', reason: 'pool' }
  if (offer.soldOutReason !== null) return { state: 'closed', reason: 'other' }
  // Nothing left to quote: the user has as many as one may have.
  return offer.quotes.length === 0 ? { state: 'closed', reason: 'limit' } : { state: 'on_sale' }
}

/** A sum and the fee in it. */
export type OrderSum = Pick<MachineQuote, 'payAmount' | 'serviceFee'>

/** The sum that holds now, where a refusal says that it is another one than was shown: credit ends, is used, comes back. */
export function changedSum({ code, data }: Pick<ApiError, 'code' | 'data'>): OrderSum | null {
  if (code !== codeTermsChanged || typeof data !== 'object' || data === null) return null
  const { payAmount, serviceFee } = data as Partial<OrderSum>
  return isDecimal(payAmount) && isDecimal(serviceFee) ? { payAmount, serviceFee } : null
}

/** How the bid of today stands against the break-even price. */
type BidStanding = 'none' | 'above' | 'below' | 'unknown'

export function decideBid(bid: Decimal | null, breakEven: Decimal | null): BidStanding {
  if (!isDecimal(bid) || signOf(bid) <= 0) return 'none'
  // Without a day's output behind it, nothing is known of a break-even, and nothing is claimed.
  if (!isDecimal(breakEven)) return 'unknown'
  return compareAmounts(bid, breakEven) < 0 ? 'below' : 'above'
}
