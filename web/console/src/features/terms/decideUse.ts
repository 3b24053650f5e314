import { sumOf } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import type { Row } from '@console/contract/contract'

type Day = Row<'figures/days'>

/** When the program reads a parameter: a text says it. */
type Reading = 'game' | 'machine' | 'output' | 'referral' | 'node' | 'levels' | 'flags' | 'price' | 'payment' | 'shop' | 'swap' | 'trade' | 'withdrawal'

/** What a parameter was applied to within the days: a name of the words, and how many or how much. */
interface Use {
  name:
    | 'machine'
    | 'node'
    | 'goods'
    | 'rounds'
    | 'stakes'
    | 'confirmed'
    | 'rejected'
    | 'serviceFees'
    | 'tradeFees'
    | 'withdrawalFees'
    | 'output'
    | 'referral'
    | 'levels'
    | 'deposits'
  value: Decimal
  currency?: string
}

type Measure = (days: readonly Day[]) => Use[]

const total = (days: readonly Day[], of: (day: Day) => number): Decimal => String(days.reduce((sum, day) => sum + of(day), 0))
const sold =
  (name: 'machine' | 'node' | 'goods'): Measure =>
  (days) => [{ name, value: total(days, ({ sales }) => sales.reduce((sum, { kind, count }) => sum + (kind === name ? count : 0), 0)) }]
const counted =
  (name: 'confirmed' | 'rejected'): Measure =>
  (days) => [{ name, value: total(days, ({ withdrawals }) => withdrawals[name]) }]
const played =
  (name: 'rounds' | 'stakes', currency?: string): Measure =>
  (days) => [{ name, currency, value: total(days, ({ game }) => game[name]) }]
const moved =
  (part: 'income' | 'paid' | 'moved', name: Use['name']): Measure =>
  (days) => {
    const of = days.flatMap((day) => day[part].filter((one) => one.name === name))
    return [...new Set(of.map(({ currency }) => currency))].map((currency) => ({
      name,
      currency,
      value: sumOf(of.filter((one) => one.currency === currency).map(({ amount }) => amount as Decimal)),
    }))
  }

/** By the beginning of a parameter's name, the longer ones first. */
const readings: readonly (readonly [begins: string, reading: Reading, ...measures: Measure[]])[] = [
  ['game.', 'game', played('rounds'), played('stakes', 'GP')],
  ['machine.output_', 'output', moved('paid', 'output')],
  ['machine.referral_', 'referral', moved('paid', 'referral')],
  ['machine.', 'machine', sold('machine'), moved('income', 'serviceFees')],
  ['node.', 'node', sold('node')],
  ['team.flag_', 'flags'],
  ['team.', 'levels', moved('paid', 'levels')],
  ['price.', 'price'],
  ['payment.', 'payment', moved('moved', 'deposits')],
  ['shop.', 'shop', sold('goods')],
  ['swap.', 'swap', moved('income', 'tradeFees')],
  ['trade.', 'trade', moved('income', 'tradeFees')],
  ['withdrawal.', 'withdrawal', counted('confirmed'), counted('rejected'), moved('income', 'withdrawalFees')],
]

/** When a parameter is read, and what it was applied to within the days; null for one that nobody described. */
export function appliedOf(name: string, days: readonly Day[]): { reading: Reading; uses: Use[] } | null {
  const found = readings.find(([begins]) => name.startsWith(begins))
  if (!found) return null
  const [, reading, ...measures] = found
  return { reading, uses: measures.flatMap((measure) => measure(days)) }
}
