import { fold } from '@kit/words/fold'
import type { Movement } from '@kit/api/contract'
import type { KeyTail } from '@kit/i18n/catalogues'
import { hourMs } from '@kit/time/days'
import type { MonthSum, NamedMachine } from './api'

/** What people call what happened; what has no word of its own goes by its name in the accounts. */
type Deed = KeyTail<'personal', 'movements.deed.'>

/** The drawing beside it. */
export type Sign = 'machine' | 'node' | 'box' | 'team' | 'goods' | 'swap' | 'in' | 'out' | 'fee'

/** One line of the feed. `machine` is what it is called, or empty where several kinds may be meant; null where none is. */
interface Activity {
  deed: Deed | null
  machine: string | null
  sign: Sign
}

type Told = Pick<Movement, 'type' | 'subType' | 'refType' | 'refId' | 'createdAt' | 'amount'>

/** What a movement is to somebody who keeps no books. */
export function decideActivity(movement: Told, machines: readonly NamedMachine[]): Activity {
  const { type, subType, refType } = movement
  const isMachine = refType === 'machine' || refType === 'machine_order' || refType === 'machine_interest' || refType === 'machine_output'
  const machine = isMachine ? machineOf(movement, machines) : null
  const by = (deed: Deed | null, sign: Sign): Activity => ({ deed, machine: deed ? machine : null, sign })
  switch (type) {
    case 'mining_machine_income':
      return by('interest', 'machine')
    case 'mining_income':
      return by('output', 'machine')
    case 'team_acceleration':
      return by('teamOutput', 'team')
    case 'referral_rewards':
      return by('friendStarted', 'team')
    case 'level_rewards':
      return by('levelReward', 'team')
    case 'node_dividends':
      return by('dividend', 'node')
    case 'game_rewards':
      return by('prize', 'box')
    case 'play_the_game':
      return by(subType === 'round_refund' ? null : 'stake', 'box')
    case 'purchase_product':
      return refType === 'machine_order' ? by('machineBought', 'machine') : refType === 'node_order' ? by('nodeBought', 'node') : by('goodsOrdered', 'goods')
    case 'handling_fee':
      return by(refType === 'withdrawal' ? 'withdrawalFee' : refType === 'swap_exchange' ? 'swapFee' : refType === 'trade_sale' ? 'saleFee' : null, 'fee')
    case 'backend_top_up':
      return by('creditByHand', 'in')
    case 'backend_debit':
      return by(subType === '' ? 'debitByHand' : null, 'out')
    case 'top_up':
    case 'withdrawal_refund':
    case 'internal_transfer':
    // A newer server may name another.
    default:
      return transferred(movement, by)
  }
}

/** What internal transfers are to people, as far as their sub-type alone says it. */
const transfers: Partial<Record<Movement['subType'], readonly [Deed | null, Sign]>> = {
  principal_returned: ['principal', 'machine'],
  // Held at first and paid later: a line is written once, and is true in both.
  withdrawal_hold: ['withdrawn', 'out'],
  order_refund: [null, 'goods'],
  swap_out: [null, 'swap'],
  swap_in: [null, 'swap'],
  sell_out: [null, 'swap'],
  sell_in: [null, 'swap'],
  game_points_in: [null, 'box'],
  game_points_out: [null, 'box'],
  round_refund: [null, 'box'],
}

function transferred({ subType, refType, amount }: Told, by: (deed: Deed | null, sign: Sign) => Activity): Activity {
  if (subType === 'cooling_off_refund') return refType === 'node' ? by('nodeRefunded', 'node') : by('machineRefunded', 'machine')
  const [deed, sign] = transfers[subType] ?? [null, amount.startsWith('-') ? 'out' : 'in']
  return by(deed, sign)
}

/**
 * The name of the machine that a movement is of. Interest is posted for all machines that are paid in one hour, so their
 * names are told only where they are one name for certain.
 */
function machineOf({ refType, refId, createdAt }: Told, machines: readonly NamedMachine[]): string {
  if (refType === 'machine') return machines.find(({ id }) => id === refId)?.name ?? ''
  if (refType === 'machine_order') return machines.find(({ orderNo }) => orderNo === refId)?.name ?? ''
  const at = Date.parse(createdAt)
  const running = machines.filter(({ startAt }) => startAt !== null && Date.parse(startAt) < at)
  // Interest takes effect at the end of the hour in which it fell due.
  const hourOf = (ms: number) => Math.floor(ms / hourMs) % 24
  const isOnTheHour = refType === 'machine_interest' && running.every(({ pausedSeconds }) => pausedSeconds === 0)
  const paid = isOnTheHour ? running.filter(({ startAt }) => hourOf(Date.parse(startAt ?? '')) === hourOf(at - 1)) : running
  const names = new Set(paid.map(({ name }) => name))
  return names.size === 1 ? ([...names][0] ?? '') : ''
}

/** What the months of the rows shown came to; a later page's word on a month holds. */
export function monthsIn(sums: readonly MonthSum[]): Map<string, MonthSum[]> {
  const months = new Map<string, MonthSum[]>()
  for (const sum of new Map(sums.map((one) => [`${one.month} ${one.currency}`, one])).values()) {
    months.set(sum.month, [...(months.get(sum.month) ?? []), sum])
  }
  return months
}

/** Whether what a line says holds every word looked for, wherever it stands. */
export function isFound(line: string, sought: string): boolean {
  const text = fold(line)
  return fold(sought)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
