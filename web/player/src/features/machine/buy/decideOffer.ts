import { compareAmounts } from '@kit/amount/compare'
import { isDecimal, signOf, type Decimal } from '@kit/amount/format'
import type { Offer, Quote } from '../contract'

export type PayType = 'balance' | 'chain'

/** From where to pay as long as nobody chose: the balance where it suffices, else the wallet. */
export function decideMethod(chosen: PayType | null, available: Decimal, payAmount: Decimal | null): PayType {
  if (chosen) return chosen
  return payAmount !== null && compareAmounts(available, payAmount) < 0 ? 'chain' : 'balance'
}

export type Sale = { state: 'on_sale' } | { state: 'closed'; reason: 'stock' | 'limit' | 'pool' | 'other' }

/** Whether a machine can be bought now, and if not, why. */
export function decideSale(offer: Pick<Offer, 'stock' | 'soldOutReason' | 'quotes'>): Sale {
  if (offer.stock <= 0 || offer.soldOutReason === 'stock') return { state: 'closed', reason: 'stock' }
  if (offer.soldOutReason === 'income_pool') return { state: 'closed', reason: 'pool' }
  if (offer.soldOutReason !== null) return { state: 'closed', reason: 'other' }
  // Nothing left to quote: the user has as many as one may have.
  return offer.quotes.length === 0 ? { state: 'closed', reason: 'limit' } : { state: 'on_sale' }
}

/** The largest quantity there is a quote for. */
export function quantityMax(offer: Pick<Offer, 'quotes'>): number {
  return Math.max(1, ...offer.quotes.map((quote) => quote.quantity))
}

/** The server's quote for a quantity; nothing is computed here. */
export function quoteFor(offer: Pick<Offer, 'quotes'>, quantity: TypedQuantity): Quote | null {
  return quantity.ok ? (offer.quotes.find((quote) => quote.quantity === quantity.value) ?? null) : null
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
  const quote = quoteFor(now, { ok: true, value: shown.quote.quantity })
  return quote && quote.payAmount !== shown.quote.payAmount ? quote : null
}

export type TypedQuantity = { ok: true; value: number } | { ok: false; problem: 'missing' | 'range' }

/** Reads the quantity field: whole digits from 1 to the most that can be ordered. */
export function readQuantity(typed: string, max: number): TypedQuantity {
  const compact = typed.trim()
  if (compact === '' || /^0+$/.test(compact)) return { ok: false, problem: 'missing' }
  if (!/^\d{1,3}$/.test(compact)) return { ok: false, problem: 'range' }
  const value = Number(compact)
  return value <= max ? { ok: true, value } : { ok: false, problem: 'range' }
}

/** How the bid of today stands against the break-even price. */
export type BidStanding = 'none' | 'above' | 'below' | 'unknown'

export function decideBid(bid: Decimal | null, breakEven: Decimal | null): BidStanding {
  if (!isDecimal(bid) || signOf(bid) <= 0) return 'none'
  // Without a day's output behind it, nothing is known of a break-even, and nothing is claimed.
  if (!isDecimal(breakEven)) return 'unknown'
  return compareAmounts(bid, breakEven) < 0 ? 'below' : 'above'
}

export interface BuyFacts {
  sale: Sale
  quantity: TypedQuantity
  payAmount: Decimal | null
  payType: PayType
  available: Decimal
  onChain: boolean | null
  /** The user's one open payment, if there is one. */
  openPayment: 'none' | 'this' | 'other'
  /** An earlier order has no answer yet. */
  isAwaited: boolean
}

/** What the one button of the page says and does next. */
export type NextStep =
  | 'awaiting'
  | 'sold_out'
  | 'continue_payment'
  | 'finish_other'
  | 'enter_quantity'
  | 'lower_quantity'
  | 'wait'
  | 'insufficient'
  | 'switch_network'
  | 'review'

/** Decides the next step. An open payment stands in the way of another one from the wallet, not of the balance. */
export function decideNext(facts: BuyFacts): NextStep {
  if (facts.isAwaited) return 'awaiting'
  if (facts.payType === 'chain' && facts.openPayment === 'this') return 'continue_payment'
  if (facts.sale.state === 'closed') return 'sold_out'
  if (facts.payType === 'chain' && facts.openPayment === 'other') return 'finish_other'
  if (!facts.quantity.ok) return facts.quantity.problem === 'missing' ? 'enter_quantity' : 'lower_quantity'
  if (facts.payAmount === null) return 'wait'
  if (facts.payType === 'balance') {
    return compareAmounts(facts.available, facts.payAmount) < 0 ? 'insufficient' : 'review'
  }
  return facts.onChain === false ? 'switch_network' : 'review'
}
