import { compareAmounts } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import type { PayType, Quoted } from '../contract'

/**
 * From where to pay as long as nobody chose: the balance where it suffices, else the wallet. Where unpaid orders hold
 * their share of the stock already, the wallet tops the balance up instead.
 */
export function decideMethod(chosen: PayType | null, available: Decimal, payAmount: Decimal | null, isReservable = true): PayType {
  if (chosen) return chosen
  return isReservable && payAmount !== null && compareAmounts(available, payAmount) < 0 ? 'chain' : 'balance'
}

/** The largest quantity there is a quote for. */
export function quantityMax(quotes: readonly Quoted[]): number {
  return Math.max(1, ...quotes.map((quote) => quote.quantity))
}

/** The server's quote for a quantity; nothing is computed here. */
export function quoteFor<Quote extends Quoted>(quotes: readonly Quote[], quantity: TypedQuantity): Quote | null {
  return quantity.ok ? (quotes.find((quote) => quote.quantity === quantity.value) ?? null) : null
}

type TypedQuantity = { ok: true; value: number } | { ok: false; problem: 'missing' | 'range' }

/** Reads the quantity field: whole digits from 1 to the most that can be ordered. */
export function readQuantity(typed: string, max: number): TypedQuantity {
  const compact = typed.trim()
  if (compact === '' || /^0+$/.test(compact)) return { ok: false, problem: 'missing' }
  if (!/^\d{1,3}$/.test(compact)) return { ok: false, problem: 'range' }
  const value = Number(compact)
  return value <= max ? { ok: true, value } : { ok: false, problem: 'range' }
}

export interface OrderFacts {
  isOnSale: boolean
  quantity: TypedQuantity
  payAmount: Decimal | null
  payType: PayType
  available: Decimal
  onChain: boolean | null
  /** The user's one open payment, if there is one. */
  openPayment: 'none' | 'this' | 'other'
  /** An earlier order has no answer yet. */
  isAwaited: boolean
  /** It is sent somewhere, and nobody said where to. */
  lacksAddress: boolean
}

/** What the one button of the page says and does next. */
export type NextStep =
  | 'awaiting'
  | 'sold_out'
  | 'continue_payment'
  | 'finish_other'
  | 'enter_quantity'
  | 'lower_quantity'
  | 'choose_address'
  | 'wait'
  | 'top_up'
  | 'switch_network'
  | 'review'

/** Decides the next step. An open payment stands in the way of another one from the wallet, not of the balance. */
export function decideNext(facts: OrderFacts): NextStep {
  if (facts.isAwaited) return 'awaiting'
  if (facts.payType === 'chain' && facts.openPayment === 'this') return 'continue_payment'
  if (!facts.isOnSale) return 'sold_out'
  if (facts.payType === 'chain' && facts.openPayment === 'other') return 'finish_other'
  if (!facts.quantity.ok) return facts.quantity.problem === 'missing' ? 'enter_quantity' : 'lower_quantity'
  if (facts.payAmount === null) return 'wait'
  if (facts.lacksAddress) return 'choose_address'
  if (facts.payType === 'balance') {
    if (compareAmounts(facts.available, facts.payAmount) >= 0) return 'review'
    // What is sent while a payment is open pays for that one.
    if (facts.openPayment !== 'none') return facts.openPayment === 'this' ? 'continue_payment' : 'finish_other'
    return facts.onChain === false ? 'switch_network' : 'top_up'
  }
  return facts.onChain === false ? 'switch_network' : 'review'
}
