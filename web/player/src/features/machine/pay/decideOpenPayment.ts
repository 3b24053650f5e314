import type { MyMachine } from '../contract'

/** The user's one open payment for machines. */
export interface OpenPayment {
  intentNo: string
  /** One machine of the order, by which the payment is cancelled. */
  minerNo: string
  count: number
  productId: string
  name: string
}

/** What is known of it now. */
export interface OpenPaymentAnswer {
  payment: OpenPayment | null
  /** Screens wait for it, so that it pushes nothing away. */
  isPending: boolean
}

/** Takes only a list that came since the screen opened: an older one may hold a payment that is complete by now. */
export function decideOpenPayment(known: { list: readonly MyMachine[]; atMs: number; isAsking: boolean }, mountedAtMs: number): OpenPaymentAnswer {
  const isFresh = known.atMs >= mountedAtMs
  return { payment: isFresh ? openPaymentOf(known.list) : null, isPending: !isFresh && known.isAsking }
}

/** Finds the machines that wait for one payment. */
export function openPaymentOf(machines: readonly MyMachine[]): OpenPayment | null {
  const first = machines.find((machine) => machine.phase === 'payment' && machine.intentNo !== '')
  if (!first) return null
  const order = machines.filter((machine) => machine.intentNo === first.intentNo)
  return { intentNo: first.intentNo, minerNo: first.minerNo, count: order.length, productId: first.product.id, name: first.product.name }
}
