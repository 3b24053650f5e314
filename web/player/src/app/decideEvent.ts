import type { Data } from '@kit/api/contract'

/** Something that happened to the signed-in user, as the stream tells it. */
export type LiveEvent = Pick<Data<'/api/user/events'>, 'kind' | 'title' | 'text' | 'showAtOnce' | 'createdAt' | 'serverTime'>

/** Reads a message of the stream; null where it is none of ours. */
export function readEvent(data: string): LiveEvent | null {
  try {
    const { kind, title, text, showAtOnce, createdAt, serverTime } = JSON.parse(data) as Record<string, unknown>
    if (typeof kind !== 'string' || typeof createdAt !== 'string' || typeof serverTime !== 'string') return null
    return {
      kind,
      title: typeof title === 'string' ? title : '',
      text: typeof text === 'string' ? text : '',
      showAtOnce: showAtOnce === true,
      createdAt,
      serverTime,
    }
  } catch {
    return null
  }
}

const money = ['/api/userAccount/balance', '/api/userAccount/exchangeConfig'] as const
const machines = ['/api/miner/', '/api/main/home'] as const

/** Families of kinds and the calls whose answers they make old, by the beginnings of both; the first that fits counts. */
const families: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^payment_seen/, ['/api/userAccount/topUpInfo', '/api/pay/']],
  [/^(top_up|suspense|backend)_/, [...money, '/api/userAccount/topUpInfo']],
  [/^payment_/, [...money, '/api/userAccount/topUpInfo', '/api/pay/', '/api/miner/', '/api/node/', '/api/shop/']],
  [/^withdrawal_/, [...money, '/api/userAccount/myWithDraw', '/api/userAccount/withdrawConfig']],
  [/^machine_/, [...money, ...machines, '/api/team/', '/api/pay/']],
  [/^node_/, [...money, '/api/node/', '/api/team/summary', '/api/pay/']],
  [/^(referral|level)_/, [...money, '/api/team/']],
  [/^order_/, [...money, '/api/shop/', '/api/pay/']],
  [/^(round|game|points|limit)_/, [...money, '/api/game/', '/api/miner/ztGameTj']],
  [/^terms_/, ['/api/miner/', '/api/node/', '/api/userAccount/withdrawConfig', '/api/userAccount/exchangeConfig']],
  [/^new_session/, ['/api/user/sessions']],
  [/^address_/, ['/api/address/list']],
]

/** The inbox and its count, which every event may change. */
const always = ['/api/user/notices', '/api/user/getUserInfo'] as const

/** The calls whose answers an event made old, by the beginnings of their paths; `all` where nobody knows. */
export function outdatedBy(kind: string): readonly string[] | 'all' {
  if (kind === 'reset') return 'all'
  if (kind === 'hello') return []
  return [...always, ...(families.find(([pattern]) => pattern.test(kind))?.[1] ?? [])]
}

/** What a person would look for; what he has just done himself is said where he did it. */
const told: readonly RegExp[] = [
  /^top_up_(credited|rejected)$/,
  /^suspense_claimed$/,
  /^backend_/,
  /^payment_(received|part_received|mismatch_)/,
  /^withdrawal_(approved|rejected|confirmed|overdue)$/,
  /^machine_(completed|dug_out|paused|resumed|expired)$/,
  /^node_(dividend|expired)$/,
  /^(referral_reward|level_reward|level_reached)$/,
  /^order_(shipped|invalid|late|expired)$/,
  /^address_(added|changed)$/,
  /^round_drawn$/,
]

/** Longer ago than this it is read in the inbox. */
const newsMs = 10 * 60_000

/** Whether to say it now. A payment that is looked at says itself how it stands. */
export function isSaid({ kind, showAtOnce, createdAt, serverTime }: LiveEvent, isPaymentShown: boolean): boolean {
  if (!showAtOnce || Date.parse(serverTime) - Date.parse(createdAt) > newsMs) return false
  return told.some((pattern) => pattern.test(kind)) && !(isPaymentShown && kind.startsWith('payment_'))
}
