import { compareAmounts } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import type { Sending } from '@core/command/pending'
import type { SwapCurrency, Pair, SwapQuote } from './contract'

const known: readonly SwapCurrency[] = ['USDT', 'ETH', 'ETLD']

/** A currency named in the address, or null. */
export function currencyOf(name: string | null): SwapCurrency | null {
  return known.find((currency) => currency === name) ?? null
}

/** The pair asked for; else one that pays or brings what was asked; else the first. */
export function choosePair(pairs: readonly Pair[], pay: SwapCurrency | null, receive: SwapCurrency | null): Pair | null {
  return (
    pairs.find((pair) => pair.pay === pay && pair.receive === receive) ??
    pairs.find((pair) => pair.pay === pay) ??
    pairs.find((pair) => pay === null && pair.receive === receive) ??
    pairs[0] ??
    null
  )
}

/** The same two currencies the other way round, where that is offered. */
export function reverseOf(pairs: readonly Pair[], pair: Pair): Pair | null {
  return pairs.find((other) => other.pay === pair.receive && other.receive === pair.pay) ?? null
}

/** What can be paid, and what a payment can bring; each once, in the server's order. */
export function choicesOf(pairs: readonly Pair[], pay: string): { pay: string[]; receive: string[] } {
  return { pay: [...new Set(pairs.map((pair) => pair.pay))], receive: pairs.filter((pair) => pair.pay === pay).map((pair) => pair.receive) }
}

/** The largest payment by limits and stock alone, without regard to the balance. */
export function ceilingOf(pair: Pair): Decimal {
  return [pair.max, pair.dayRest, pair.inventory].reduce((least, next) => (compareAmounts(next, least) < 0 ? next : least))
}

const rateFigures = 6

/** How many decimals a rate is read with: six figures tell all, and the quote's amounts are exact. A small one has all it has. */
export function rateDecimals(rate: Decimal): number {
  const [whole = ''] = rate.split('.')
  return whole === '0' ? 8 : Math.max(2, rateFigures - whole.length)
}

/** What stands between the person and the exchange, and so what the button says. */
export type SwapStep =
  | 'exchanging'
  | 'unanswered'
  | 'awaited'
  | 'halted'
  | 'no_buyer'
  | 'no_amount'
  | 'day_over'
  | 'insufficient'
  | 'too_little'
  | 'too_much'
  | 'refused'
  | 'quoting'
  | 'ready'

/** Which of the two amounts is entered; the quote says the other. */
export type Side = 'pay' | 'receive'

interface StepInput {
  pair: Pair
  side: Side
  amount: Decimal | null
  /** A quote that is still good, for exactly this pair and amount. */
  quote: SwapQuote | null
  isRefused: boolean
  sending: Sending
}

/** Decides the next step. The server decides again; this only spares a call that cannot succeed. */
export function decideStep({ pair, side, amount, quote, isRefused, sending }: StepInput): SwapStep {
  if (sending !== 'idle') return sending === 'sending' ? 'exchanging' : sending
  if (!pair.enabled) return pair.reason === 'no_buyer' ? 'no_buyer' : 'halted'
  if (amount === null) return 'no_amount'
  if (compareAmounts(pair.dayRest, pair.min) < 0) return 'day_over'
  // What has to be paid for an amount to receive, and whether there is so much, the quote says.
  if (side === 'pay' && compareAmounts(amount, pair.available) > 0) return 'insufficient'
  if (side === 'pay' && compareAmounts(amount, pair.min) < 0) return 'too_little'
  if (side === 'pay' && compareAmounts(amount, ceilingOf(pair)) > 0) return 'too_much'
  if (isRefused) return 'refused'
  return quote !== null && isFor(quote, pair, { side, amount }) ? 'ready' : 'quoting'
}

/** Whether a quote is for this pair and what was entered; one of what is to be received may bring an atom more. */
function isFor(quote: SwapQuote, pair: Pair, { side, amount }: { side: Side; amount: Decimal }): boolean {
  if (quote.pay !== pair.pay || quote.receive !== pair.receive) return false
  return side === 'pay' ? compareAmounts(quote.payAmount, amount) === 0 : compareAmounts(quote.receiveAmount, amount) >= 0
}

/** Whether an amount is worth asking a quote for. */
export function isQuotable(pair: Pair, side: Side, amount: Decimal | null): amount is Decimal {
  return decideStep({ pair, side, amount, quote: null, isRefused: false, sending: 'idle' }) === 'quoting'
}
