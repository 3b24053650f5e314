import type { Data } from '@console/contract/contract'

type Queue = Data<'boards/today'>['queues'][number]['queue']

/** Where each queue is worked on. */
export const screenOf: Record<Queue, string> = {
  withdrawals: '/withdrawals',
  payouts: '/payouts',
  orders: '/orders',
  suspense: '/suspense',
  rewards: '/rewards',
  flags: '/flags',
  rounds: '/rounds',
  parked: '/parked',
}

/** The proposals of one kind that the caller can decide. */
export function decideAddress(kind: string): string {
  return `/proposals?kind=${encodeURIComponent(kind)}`
}
