import { hostOf } from '@kit/ui/hostOf'
import type { Tone } from '@kit/ui/StatusChip'
import type { Order } from '../contract'

/** The statuses of an order. What waits for its payment is none yet, and what was never paid is none. */
export const statuses = ['waiting_for_delivery', 'shipped', 'invalid'] as const satisfies readonly Order['status'][]
export type OrderStatus = (typeof statuses)[number]

/** The colour of each; it never stands alone, its word is beside it. */
export const tones: Record<Order['status'], Tone> = { payment: 'brass', lapsed: 'muted', waiting_for_delivery: 'brass', shipped: 'gain', invalid: 'muted' }

/** What a buyer is told of what comes next. */
export function nextOf({ status, isLate }: Pick<Order, 'status' | 'isLate'>): Order['status'] | 'late' {
  return status === 'waiting_for_delivery' && isLate ? 'late' : status
}

/** Where the parcel can be followed; null where the server names no page that may be followed. */
export function trackOf({ trackUrl }: Pick<Order, 'trackUrl'>): { href: string; host: string } | null {
  const host = hostOf(trackUrl)
  return host === null ? null : { href: trackUrl, host }
}
