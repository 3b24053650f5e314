import { signOf } from '@kit/amount/format'
import type { Movement } from '@kit/api/contract'
import { platformDay } from '@kit/time/zone'
import { explorerLink } from '@core/frame/useExplorer'
import { dividendPlace, placeOf, type Place } from '@core/frame/places'

const minuteMs = 60_000

/** The fifteen types of spec §3, in its order. */
export const movementTypes = [
  'top_up',
  'handling_fee',
  'withdrawal_refund',
  'game_rewards',
  'backend_top_up',
  'backend_debit',
  'level_rewards',
  'referral_rewards',
  'team_acceleration',
  'internal_transfer',
  'mining_machine_income',
  'play_the_game',
  'node_dividends',
  'mining_income',
  'purchase_product',
] as const satisfies readonly Movement['type'][]
export type MovementType = Movement['type']

/** The sub-types that there are words for: those of what users see. */
const subTypes = [
  'deposit',
  'suspense_claimed',
  'withdrawal_hold',
  'swap_out',
  'swap_in',
  'sell_out',
  'sell_in',
  'principal_returned',
  'platform_fee_returned',
  'game_points_in',
  'game_points_out',
  'round_refund',
  'order_refund',
  'cooling_off_refund',
  'debit_returned',
] as const satisfies readonly Movement['subType'][]
type SubType = (typeof subTypes)[number]

/** Reads a type filter from an address; anything unknown means all. */
export function movementTypeOf(named: string | null): MovementType | null {
  return movementTypes.find((type) => type === named) ?? null
}

/** What a line is called: its sub-type where that says more, else its type. */
interface MovementName {
  /** Null for one that a newer server names. */
  type: MovementType | null
  sub: SubType | null
}

/** The names of a movement that there are words for. */
export function decideName(movement: Pick<Movement, 'type' | 'subType'>): MovementName {
  return { type: movementTypeOf(movement.type), sub: subTypes.find((sub) => sub === movement.subType) ?? null }
}

/** The type that says what a movement was; null where its own name says it: internal transfers are of many kinds. */
export function decideMeaning({ type, sub }: MovementName): MovementType | null {
  return type === 'internal_transfer' && sub !== null ? null : type
}

/** The drawing of which way a movement went; a dash where it went neither. */
export function decideDirection(amount: string): 'in' | 'out' | 'fee' {
  const sign = signOf(amount)
  return sign > 0 ? 'in' : sign < 0 ? 'out' : 'fee'
}

/**
 * When a movement was posted, where that was in a later minute than it took effect: its balance is that of then, and does
 * not add up with those around it. Null where both times are one.
 */
export function decidePosting({ createdAt, postedAt }: Pick<Movement, 'createdAt' | 'postedAt'>): { at: string; as: 'clock' | 'minute' } | null {
  const [effect, posting] = [Date.parse(createdAt), Date.parse(postedAt)]
  if (!(Math.floor(posting / minuteMs) > Math.floor(effect / minuteMs))) return null
  return { at: postedAt, as: platformDay(posting) === platformDay(effect) ? 'clock' : 'minute' }
}

/** What a day came to, by currency; nothing of a single movement, which says it itself. A later page's word on a day holds. */
export function sumsOn<Sum extends { day: string; currency: string; count: number }>(day: string, sums: readonly Sum[]): Sum[] {
  const own = [...new Map(sums.filter((one) => one.day === day).map((one) => [one.currency, one])).values()]
  return own.reduce((count, one) => count + one.count, 0) > 1 ? own : []
}

/** Where a movement came from: something that can be opened, or words about it. */
export type Reference =
  | { kind: 'machine'; id: string; link: Place }
  | { kind: 'withdrawal'; id: string; link: Place }
  | { kind: 'node'; id: string; link: Place }
  | { kind: 'dividend'; id: string; link: Place }
  | { kind: 'order'; id: string; link: Place | null }
  | { kind: 'transfer'; id: string; link: string | null }
  | { kind: 'hours'; id: string; link: null }
  | { kind: 'day'; id: string; link: null }
  | { kind: 'other'; id: string; link: null }

/** What has more than a number to show. */
const references: Partial<Record<Movement['refType'], (id: string, explorer: string) => Reference | null>> = {
  machine: (id) => ({ kind: 'machine', id, link: placeOf('machine', id) }),
  withdrawal: (id) => ({ kind: 'withdrawal', id, link: placeOf('withdrawal', id) }),
  node: (id) => ({ kind: 'node', id, link: placeOf('node', id) }),
  node_dividend: (id) => {
    const [, month, level] = /^(\d{4}-\d{2})-(\w+)$/.exec(id) ?? []
    return month && level ? { kind: 'dividend', id, link: dividendPlace(month, level) } : null
  },
  machine_order: (id) => ({ kind: 'order', id, link: null }),
  node_order: (id) => ({ kind: 'order', id, link: null }),
  goods_order: (id) => ({ kind: 'order', id, link: placeOf('order', id) }),
  order: (id) => ({ kind: 'order', id, link: placeOf('order', id) }),
  transfer: (id, explorer) => ({ kind: 'transfer', id, link: explorerLink(explorer, 'tx', id) }),
  machine_interest: (id) => ({ kind: 'hours', id, link: null }),
  machine_output: (id) => ({ kind: 'day', id, link: null }),
}

/** What a movement refers to; null where it names nothing. `explorer` is where transactions can be looked at. */
export function decideReference({ refType, refId: id }: Pick<Movement, 'refType' | 'refId'>, explorer: string): Reference | null {
  return id === '' ? null : (references[refType]?.(id, explorer) ?? { kind: 'other', id, link: null })
}
