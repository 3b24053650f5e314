import { quoteFor } from '@core/checkout/decideOrder'
import { compareAmounts } from '@kit/amount/compare'
import { isDecimal, signOf, type Decimal } from '@kit/amount/format'
import type { Offer, Quote } from '../contract'

export type Sale = { state: 'on_sale' } | { state: 'closed'; reason: 'stock' | 'limit' | 'pool' | 'other' }

/** Whether a machine can be bought now, and if not, why. */
export function decideSale(offer: Pick<Offer, 'stock' | 'soldOutReason' | 'quotes'>): Sale {
  if (offer.stock <= 0 || offer.soldOutReason === 'stock') return { state: 'closed', reason: 'stock' }
  if (offer.soldOutReason === 'income_pool') return { state: 'closed', reason: 'pool' }
  if (offer.soldOutReason !== null) return { state: 'closed', reason: 'other' }
  // Nothing left to quote: the user has as many as one may have.
  return offer.quotes.length === 0 ? { state: 'closed', reason: 'limit' } : { state: 'on_sale' }
}

/** An order as it is shown before the press. */
export interface Order {
  quote: Quote
  termsVersion: string
}

/** What an order costs now, where that is not what was shown: repurchase credit ends, is used elsewhere, comes back. */
export function changedQuote(shown: Order, now: Pick<Offer, 'quotes' | 'termsVersion'>): Quote | null {
  // Other terms, and a quantity that is gone, are the server's to refuse.
  if (now.termsVersion !== shown.termsVersion) return null
  const quote = quoteFor(now.quotes, { ok: true, value: shown.quote.quantity })
  return quote && quote.payAmount !== shown.quote.payAmount ? quote : null
}

/** How the bid of today stands against the break-even price. */
export type BidStanding = 'none' | 'above' | 'below' | 'unknown'

export function decideBid(bid: Decimal | null, breakEven: Decimal | null): BidStanding {
  if (!isDecimal(bid) || signOf(bid) <= 0) return 'none'
  // Without a day's output behind it, nothing is known of a break-even, and nothing is claimed.
  if (!isDecimal(breakEven)) return 'unknown'
  return compareAmounts(bid, breakEven) < 0 ? 'below' : 'above'
}
