import { download } from '@kit/ui/download'
import { call } from '@console/api/call'
import type { Filter } from '@console/rows/decideFilter'
import { useRows } from '@console/rows/useRows'
import type { Address, Order, ReversalCause, Shipment } from './contract'

/** The queue: what waits to be shipped, the oldest and so the latest first, unless the address says otherwise. */
export const useOrders = (filters: readonly Filter[]) => useRows('orders/list', { filters, defaults: { status: 'waiting_for_delivery' }, order: 'asc' })

/** Where an order goes; each sight is in the audit log. */
export function showAddress({ orderNo }: Order): Promise<Address> {
  return call('orders/address', { orderNo }, { isQuiet: true })
}

export function ship({ orderNo }: Order, shipment: Shipment) {
  return call('orders/ship', { orderNo, ...shipment }, { isQuiet: true })
}

export function invalidate({ orderNo }: Order, reason: string) {
  return call('orders/invalidate', { orderNo, reason }, { isQuiet: true })
}

export function proposeReversal({ orderNo }: Order, cause: ReversalCause, reason: string) {
  return call('orders/reverse', { payload: { orderNo, cause }, reason }, { isQuiet: true })
}

/** Saves the addresses of some orders as a file for a label printer; without numbers of those that wait longest. What it leaves out it returns. */
export async function saveLabels(orderNos?: string[]): Promise<{ unopened: string[]; notReady: string[] }> {
  const { fileName, contentType, content, unopened, notReady } = await call('orders/labels', orderNos ? { orderNos } : {}, { isQuiet: true })
  download(fileName, new Blob([content], { type: contentType }))
  return { unopened, notReady }
}
