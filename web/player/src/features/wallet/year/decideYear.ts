import { compareAmounts, negated, productOf, sumOf } from '@kit/amount/compare'
import { signOf, type Decimal } from '@kit/amount/format'
import type { Data, Movement } from '@kit/api/contract'
import { platformDay } from '@kit/time/zone'

type Machine = Data<'/api/miner/findMyList'>['list'][number]
type GameEntry = Data<'/api/game/myRecord'>['list'][number]

/** What a year is made of: the parts of the export that it reads. */
export interface YearParts {
  movements: readonly Movement[]
  machines: readonly Machine[]
  gameEntries: readonly GameEntry[]
}

/** The closing price in USDT of a currency on a day. */
export type Closes = ReadonlyMap<string, Decimal>

/** What came in, in the order in which the year names it. */
const incomeTypes = [
  'mining_machine_income',
  'mining_income',
  'node_dividends',
  'level_rewards',
  'referral_rewards',
  'team_acceleration',
] as const satisfies readonly Movement['type'][]
type IncomeType = (typeof incomeTypes)[number]

/** A sum in one currency, and its worth in USDT by the prices of its days; null where a day has none. */
export interface YearSum {
  currency: string
  amount: Decimal
  worth: Decimal | null
}

/** What somebody's year came to. */
export interface Year {
  firstMachine: { name: string; at: string } | null
  /** Income of each kind that there was, by currency. */
  income: { type: IncomeType; sums: YearSum[] }[]
  incomeWorth: Decimal
  fees: YearSum[]
  /** Service fees of the machines that started in the year, in USDT, without what was given back of them; until it starts, a machine can be given back in full. */
  serviceFees: Decimal
  /** All fees. */
  feesWorth: Decimal
  /** What nodes cost, in USDT, less what was refunded of them. Their price never comes back. */
  nodes: Decimal
  /** The day whose income was worth most. */
  bestDay: { day: string; worth: Decimal } | null
  /** Days with income or fees in a currency that had no price: their worth is left out. */
  daysWithoutPrice: number
  game: Game | null
}

/** Game points that a year's rounds took and gave. */
export interface Game {
  rounds: number
  paid: number
  back: number
}

/** The years that anything happened in, the newest first. */
export function yearsOf({ movements }: YearParts): string[] {
  return [...new Set(movements.map(({ createdAt }) => yearOf(createdAt)))].toSorted().toReversed()
}

/** The name under which a currency's price of a day is kept. */
export function closeKey(currency: string, day: string): string {
  return `${currency} ${day}`
}

/** What one unit was worth in USDT on the day of a movement; null where that day has no price. A hundred game points are always one USDT. */
export function priceOf({ currency, createdAt }: Pick<Movement, 'currency' | 'createdAt'>, closes: Closes): Decimal | null {
  if (currency === 'USDT') return '1'
  if (currency === 'GP') return '0.01'
  return closes.get(closeKey(currency, dayOf(createdAt))) ?? null
}

/** What a movement was worth in USDT on its day, cut at 8 decimals; null where that day has no price. */
export function worthOf(movement: Pick<Movement, 'amount' | 'currency' | 'createdAt'>, closes: Closes): Decimal | null {
  const price = priceOf(movement, closes)
  return price === null ? null : cut(productOf(movement.amount, price))
}

/** An amount cut at the 8 decimals that are accounted for. */
function cut(value: Decimal): Decimal {
  const [whole = '0', fraction = ''] = value.split('.')
  const kept = fraction.slice(0, 8).replace(/0+$/, '')
  const decimal = kept ? `${whole}.${kept}` : whole
  return signOf(decimal) === 0 ? '0' : decimal
}

/** What a year came to. */
export function decideYear(held: YearParts, closes: Closes, year: string): Year {
  const movements = held.movements.filter(({ createdAt }) => yearOf(createdAt) === year)
  const earned = movements.filter(({ type }) => isIncome(type))
  // A withdrawal that was refunded gave its fee back with it.
  const refunded = new Set(held.movements.filter(({ type }) => type === 'withdrawal_refund').map(({ refId }) => refId))
  const taken = movements.filter(({ type, refType, refId }) => type === 'handling_fee' && !(refType === 'withdrawal' && refunded.has(refId)))
  const days = worthByDay(earned, closes)
  const started = held.machines.filter(({ startAt }) => startAt !== null && yearOf(startAt) === year)
  const isStarted = new Set(started.map(({ id }) => id))
  // Who leaves a machine is given back a part of its fee, in whatever year.
  const returned = held.movements.filter(({ subType, refId }) => subType === 'platform_fee_returned' && isStarted.has(refId))
  const serviceFees = sumOf([...started.map(({ serviceFee }) => serviceFee), ...returned.map(({ amount }) => negated(amount))])
  const ofNodes = movements.filter(({ refType, subType }) => refType === 'node_order' || (refType === 'node' && subType === 'cooling_off_refund'))
  return {
    firstMachine: firstMachine(held.machines, year),
    income: incomeTypes
      .map((type) => ({
        type,
        sums: sumsOf(
          earned.filter((one) => one.type === type),
          closes,
        ),
      }))
      .filter(({ sums }) => sums.length > 0),
    incomeWorth: worthOfAll(earned, closes),
    fees: sumsOf(taken, closes).map(positive),
    serviceFees,
    feesWorth: sumOf([negated(worthOfAll(taken, closes)), serviceFees]),
    nodes: negated(sumOf(ofNodes.map(({ amount }) => amount))),
    bestDay: [...days].map(([day, worth]) => ({ day, worth })).toSorted((a, b) => compareAmounts(b.worth, a.worth))[0] ?? null,
    daysWithoutPrice: new Set([...earned, ...taken].filter((one) => worthOf(one, closes) === null).map(({ createdAt }) => dayOf(createdAt))).size,
    game: decideGame(held.gameEntries.filter(({ at }) => yearOf(at) === year)),
  }
}

/** What a year's drawn rounds took and gave; refunded ones took nothing. */
function decideGame(entries: readonly GameEntry[]): Game | null {
  const drawn = entries.filter(({ state }) => state === 'won' || state === 'no_prize')
  if (drawn.length === 0) return null
  return { rounds: drawn.length, paid: drawn.reduce((sum, { amount }) => sum + amount, 0), back: drawn.reduce((sum, { win }) => sum + win, 0) }
}

/** The first machine of all, where it started in the year. */
function firstMachine(machines: readonly Machine[], year: string): Year['firstMachine'] {
  const [first] = machines
    .flatMap(({ startAt, product }) => (startAt === null ? [] : [{ name: product.name, at: startAt }]))
    .toSorted((a, b) => a.at.localeCompare(b.at))
  return first && yearOf(first.at) === year ? first : null
}

function sumsOf(movements: readonly Movement[], closes: Closes): YearSum[] {
  return [...grouped(movements, ({ currency }) => currency)].map(([currency, list]) => {
    const worths = list.map((one) => worthOf(one, closes))
    return { currency, amount: sumOf(list.map(({ amount }) => amount)), worth: worths.every((worth) => worth !== null) ? sumOf(worths) : null }
  })
}

function worthByDay(movements: readonly Movement[], closes: Closes): Map<string, Decimal> {
  return new Map([...grouped(movements, ({ createdAt }) => dayOf(createdAt))].map(([day, list]) => [day, worthOfAll(list, closes)]))
}

function grouped(movements: readonly Movement[], nameOf: (movement: Movement) => string): Map<string, Movement[]> {
  const groups = new Map<string, Movement[]>()
  for (const one of movements) groups.set(nameOf(one), [...(groups.get(nameOf(one)) ?? []), one])
  return groups
}

function worthOfAll(movements: readonly Movement[], closes: Closes): Decimal {
  return sumOf(movements.map((one) => worthOf(one, closes) ?? '0'))
}

function positive({ currency, amount, worth }: YearSum): YearSum {
  return { currency, amount: negated(amount), worth: worth === null ? null : negated(worth) }
}

function isIncome(type: Movement['type']): type is IncomeType {
  return incomeTypes.some((one) => one === type)
}

function dayOf(iso: string): string {
  return platformDay(Date.parse(iso))
}

/** The year of an instant by the platform's days. */
export function yearOf(iso: string): string {
  return dayOf(iso).slice(0, 4)
}
