import type { Me, Proposal } from '@console/contract/contract'
import type { Sold } from '@console/words/useSold'

/** The kinds of proposals there are words for. */
export const kinds = [
  'backend_debit',
  'backend_debit_objection',
  'backend_top_up',
  'bid_cancel',
  'bid_place',
  'capital_move',
  'carrier_change',
  'crediting_resume',
  'emergency_stop',
  'goods_change',
  'job_retry',
  'machine_change',
  'machine_pause',
  'machine_resume',
  'news_pin',
  'news_publish',
  'node_level_change',
  'order_reversal',
  'param_change',
  'payout_resume',
  'payout_stop',
  'personal_erasure',
  'play_limits_lower',
  'pool_funding',
  'price_resume',
  'reward_grant',
  'reward_refuse',
  'risk_flag',
  'risk_flag_lift',
  'role_change',
  'suspense_assignment',
  'user_platform',
  'user_restore',
  'user_suspend',
  'withdrawal_give_up',
  'withdrawal_reissue',
  'withdrawal_review',
] as const

const sold: Partial<Record<string, string>> = { machine_change: 'machine', node_level_change: 'node', goods_change: 'goods' }

/** What is sold that a proposal is about; nothing where it is about something else. */
export function soldBy({ kind, subject }: Pick<Proposal, 'kind' | 'subject'>): Sold | null {
  const named = sold[kind]
  return named === undefined ? null : { kind: named, id: subject }
}

const screens: Partial<Record<string, string>> = { machine: 'machines', node: 'nodes', goods: 'goods' }
const fields: Partial<Record<string, string>> = { machine: 'productId', node: 'level', goods: 'goodsId' }

/** The field that has its id. */
export function calledBy({ kind }: Sold): string {
  return fields[kind] ?? kind
}

/** Where it stands with all that is known of it. */
export function addressOfSold({ kind, id }: Sold): string {
  return `/${screens[kind] ?? kind}?item=${encodeURIComponent(id)}`
}

/** Why somebody cannot approve a proposal now; null where they can. */
type Bar = 'closed' | 'made' | 'approved' | 'notYours'

export function barOf(proposal: Proposal, me: Me): Bar | null {
  if (proposal.state !== 'pending') return 'closed'
  if (proposal.makerId === me.id) return 'made'
  if (proposal.approvals.some(({ staffId }) => staffId === me.id)) return 'approved'
  return proposal.approvalPhrase === '' ? 'notYours' : null
}

/** Whether somebody may close it with a no: who made it, and who decides it and is not barred from this one. */
export function mayReject({ state, makerId, kind, approvalPhrase }: Proposal, me: Me): boolean {
  return state === 'pending' && (makerId === me.id || (me.kinds[kind]?.approve === true && approvalPhrase !== ''))
}

const hour = 3_600_000
const shortHours = 2

/** In how many hours or days at most a proposal ends that nobody decides; not long before that is short. */
export function leftOf(expireAt: string, nowMs: number): { unit: 'hours' | 'days'; count: number; isShort: boolean } {
  const hours = Math.max(1, Math.ceil((Date.parse(expireAt) - nowMs) / hour))
  return hours > 48 ? { unit: 'days', count: Math.ceil(hours / 24), isShort: false } : { unit: 'hours', count: hours, isShort: hours <= shortHours }
}
