import type { Order, Shipment } from './contract'

/** Why an order is in the queue, or what became of it. */
type Why = 'late' | 'addressNew' | 'waits' | 'payment' | 'lapsed' | 'shipped' | 'invalid'

export function whyOf({ status, isLate, shipFrom }: Order, nowMs: number): Why {
  if (status !== 'waiting_for_delivery') return status
  if (shipFrom !== null && nowMs < Date.parse(shipFrom)) return 'addressNew'
  return isLate ? 'late' : 'waits'
}

/** What is done with an order that is open. */
export type Deed = 'ship' | 'invalidate' | 'reverse'

/** What can be done with an order now, by whoever may: one that goes to a new address is not sent yet. */
export function deedsOf(order: Order, nowMs: number): readonly Deed[] {
  switch (whyOf(order, nowMs)) {
    case 'late':
    case 'waits':
      return ['ship', 'invalidate']
    case 'addressNew':
      return ['invalidate']
    case 'shipped':
      return ['reverse']
    case 'invalid':
    case 'lapsed':
    case 'payment':
      return []
  }
}

/** What an order is called where something was done with it. */
export const whatOf = ({ quantity, goods, orderNo }: Order) => `${quantity} × ${goods}, ${orderNo}`

/** A parcel as it is typed, which is its order's own. */
export interface Parcel {
  number: string
  trackUrl: string
}

export const noParcel: Parcel = { number: '', trackUrl: '' }

/** What the server is sent; null while company or number is missing. */
export function shipmentOf(carrier: string, parcel: Parcel): Shipment | null {
  const [company, number, trackUrl] = [carrier.trim(), parcel.number.trim(), parcel.trackUrl.trim()]
  if (company === '' || number === '') return null
  return { company, number, ...(trackUrl === '' ? {} : { trackUrl }) }
}
