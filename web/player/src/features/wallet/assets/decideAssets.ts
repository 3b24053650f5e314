import { shareOf, sumOf } from '@kit/amount/compare'
import { isDecimal, signOf, type Decimal } from '@kit/amount/format'
import type { Balance } from '@kit/api/contract'

/** The currencies of the wallet; GP are the game points. */
export const currencies = ['USDT', 'ETLD', 'ETH', 'GP'] as const
export type AssetCurrency = (typeof currencies)[number]

/** What can be said about a currency's worth in USDT. */
export type AssetWorth =
  | { kind: 'itself' }
  | { kind: 'nothing' }
  | { kind: 'value'; value: Decimal; at: string | null }
  /** Nobody bids for it: the price is 0, which is a fact and not a fault. */
  | { kind: 'no_buyer' }
  /** The price is missing or too old to be used. */
  | { kind: 'no_price' }

/** What a balance is worth, by its own answer. ETLD has a price as long as somebody bids for it. */
export function decideWorth(balance: Balance): AssetWorth {
  if (balance.currency === 'USDT') return { kind: 'itself' }
  const isEtld = balance.currency === 'ETLD'
  if (isEtld && balance.priceAt === null) return { kind: 'no_buyer' }
  if (signOf(balance.total) === 0) return { kind: 'nothing' }
  if (!isDecimal(balance.usdtValue)) return { kind: 'no_price' }
  return { kind: 'value', value: balance.usdtValue, at: balance.priceAt }
}

/** The estimated worth of everything, and what is left out of it for want of a price. */
interface Total {
  sum: Decimal
  missing: string[]
  /** The age of the oldest price in the sum; null where no price took part. */
  oldestAt: string | null
}

/** Adds up what has a price: an estimate to look at, never an amount to pay or to get. */
export function decideTotal(balances: readonly Balance[]): Total {
  const total: Total = { sum: '0', missing: [], oldestAt: null }
  for (const balance of balances) {
    const worth = decideWorth(balance)
    if (worth.kind === 'itself') total.sum = sumOf([total.sum, balance.total])
    if (worth.kind === 'value') {
      total.sum = sumOf([total.sum, worth.value])
      if (worth.at && (total.oldestAt === null || worth.at < total.oldestAt)) total.oldestAt = worth.at
    }
    const hasSome = signOf(balance.total) > 0
    if (hasSome && (worth.kind === 'no_buyer' || worth.kind === 'no_price')) total.missing.push(balance.currency)
  }
  return total
}

/** The classes of a balance, in the order in which they are shown. */
const classes = ['available', 'frozen', 'locked', 'escrow'] as const
export type BalanceClass = (typeof classes)[number]

/** A balance by class, with each one's share of the whole for the bar. */
export function decideClasses(balance: Balance): { name: BalanceClass; amount: Decimal; share: number }[] {
  return classes.map((name) => ({ name, amount: balance[name], share: shareOf(balance[name], balance.total) }))
}
