import { placeOfPayment } from '@core/checkout/contract'
import { placeOf, type Place } from '@core/frame/places'
import type { Data } from '@kit/api/contract'

/** One amount on its way, as the server tells it. */
export type Moving = Data<'/api/userAccount/underWay'>['list'][number]

/** Where all of it stands, and what can be done about it. */
export function linkOf({ kind, no, purpose }: Pick<Moving, 'kind' | 'no' | 'purpose'>): Place {
  if (kind === 'withdrawal') return placeOf('withdrawal', no)
  return kind === 'payment' ? placeOfPayment(purpose || 'machine', no) : `/wallet?sheet=topup&tx=${encodeURIComponent(no)}`
}

/** Whether this is what the open screen is about: there is nothing to follow where one looks already. */
export function isLookedAt(moving: Pick<Moving, 'kind' | 'no' | 'purpose'>, pathname: string, search: string): boolean {
  const isPaidHere = moving.kind === 'payment' && new URLSearchParams(search).get('pay') === moving.no
  return isPaidHere || linkOf(moving) === `${pathname}${search}`
}

/** Steps that a chain counts or is about to: nothing tells of its blocks. */
const counted: readonly Moving['step'][] = ['submitted', 'confirming', 'final', 'closing', 'sent', 'in_block']

/** Whether one has to look to see how far it came. */
export function isCounted(list: readonly Pick<Moving, 'step'>[]): boolean {
  return list.some(({ step }) => counted.includes(step))
}

/** Steps at which nothing goes on by itself. */
const still: readonly Moving['step'][] = ['awaiting_payment', 'part_received', 'held', 'attention']

export function isStill({ step }: Pick<Moving, 'step'>): boolean {
  return still.includes(step)
}

const minutesPerHour = 60

/** How long it usually takes; nothing while nobody knows, or while it waits for its payer. */
export function usualOf({ step, usualMinutes }: Pick<Moving, 'step' | 'usualMinutes'>): { unit: 'minutes' | 'hours'; count: number } | null {
  if (usualMinutes === null || isStill({ step })) return null
  if (usualMinutes < 2 * minutesPerHour) return { unit: 'minutes', count: Math.max(1, usualMinutes) }
  return { unit: 'hours', count: Math.ceil(usualMinutes / minutesPerHour) }
}
