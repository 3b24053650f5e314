import type { Kind } from './contract'

/** Something ordered that waits for its payment from the wallet. */
export interface Waiting {
  kind: Kind
  itemNo: string
  intentNo: string
  productId: string
  name: string
  /** How many of them this one stands for. */
  quantity: number
}

/** The user's one open payment. */
export interface OpenPayment extends Waiting {
  /** How many were ordered; the payment is cancelled by any of them. */
  count: number
}

/** What is known of it now. */
export interface OpenPaymentAnswer {
  payment: OpenPayment | null
  /** Screens wait for it, so that it pushes nothing away. */
  isPending: boolean
}

/** One list of what waits, and when it came. */
export interface WaitingList {
  list: readonly Waiting[]
  atMs: number
  isAsking: boolean
}

/** Takes only lists that came since the screen opened: an older one may hold a payment that is complete by now. */
export function decideOpenPayment(known: readonly WaitingList[], mountedAtMs: number): OpenPaymentAnswer {
  const isFresh = ({ atMs }: WaitingList) => atMs >= mountedAtMs
  const payment = openPaymentOf(known.filter(isFresh).flatMap(({ list }) => list))
  // There is one at most, so nothing is awaited once it is found.
  return { payment, isPending: payment === null && known.some((one) => !isFresh(one) && one.isAsking) }
}

/** Finds what waits for one payment. */
export function openPaymentOf(waiting: readonly Waiting[]): OpenPayment | null {
  const [first] = waiting
  return first ? { ...first, count: waiting.reduce((sum, { intentNo, quantity }) => sum + (intentNo === first.intentNo ? quantity : 0), 0) } : null
}
