import { compareAmounts, shareOf } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import type { RewardType, Summary } from '../contract'

/** The parts of the screen. */
export const tabs = ['level', 'rewards', 'friends'] as const

/** The types of rewards, in their order. */
export const rewardTypes = ['referral_rewards', 'level_rewards', 'team_acceleration'] as const satisfies readonly RewardType[]

/** The depth an address names, 1 to 5. */
export function depthIn(named: string | null): number {
  return named !== null && /^[1-5]$/.test(named) ? Number(named) : 1
}

/** What each day brought of a type, and how high its column stands, 0 to 1. */
export interface Column {
  day: string
  amount: Decimal
  height: number
}

const amountOf: Record<RewardType, 'referral' | 'level' | 'acceleration'> = {
  referral_rewards: 'referral',
  level_rewards: 'level',
  team_acceleration: 'acceleration',
}

/** The columns of a type, the highest as high as the chart; empty where no day brought anything. */
export function columnsOf(days: Summary['days'], type: RewardType): Column[] {
  const amounts = days.map((one) => one[amountOf[type]])
  const peak = amounts.reduce((highest, amount) => (compareAmounts(amount, highest) > 0 ? amount : highest), '0')
  if (compareAmounts(peak, '0') === 0) return []
  return days.map(({ day }, place) => ({ day, amount: amounts[place] ?? '0', height: shareOf(amounts[place] ?? '0', peak) }))
}

/** What still stands before the next level: team performance, an own machine, or only the coming night. */
type MissingForLevel = 'performance' | 'principal' | 'both' | 'night'

/** What is missing for the next level, by the last night's count. */
export function missingFor({ performance, qualified, principalMissing }: NonNullable<Summary['next']>): MissingForLevel {
  const lacksPerformance = compareAmounts(qualified, performance) < 0
  const lacksPrincipal = compareAmounts(principalMissing, '0') > 0
  if (lacksPerformance) return lacksPrincipal ? 'both' : 'performance'
  return lacksPrincipal ? 'principal' : 'night'
}
