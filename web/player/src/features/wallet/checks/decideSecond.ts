import type { EntryReceipt } from '@core/rounds/receipts'
import type { Divided } from './decideChecks'

/** Rounds that can be chosen by themselves; all of them are checked with everything. */
const roundsMax = 5

/** What a second device can be asked to check by itself. */
type Subject = { kind: 'round'; period: string } | { kind: 'dividend'; month: string; level: Divided['level'] }

/** What can be checked on a second device, by a name that stands for it; the newest first. */
export function subjectsOf(receipts: readonly Pick<EntryReceipt, 'period'>[], dividends: readonly Pick<Divided, 'month' | 'level'>[]): Map<string, Subject> {
  const rounds = receipts
    .map(({ period }) => period)
    .toSorted()
    .toReversed()
    .slice(0, roundsMax)
  return new Map<string, Subject>([
    ...rounds.map((period): [string, Subject] => [`round ${period}`, { kind: 'round', period }]),
    ...dividends.map(({ month, level }): [string, Subject] => [`dividend ${month} ${level}`, { kind: 'dividend', month, level }]),
  ])
}

/** Where a device checks it, or everything: this app's own address and a name, nothing that was found here. */
export function addressOf(subject: Subject | null, origin: string): string {
  if (subject?.kind === 'round') return `${origin}/#/trade?tab=box&view=record&period=${subject.period}`
  if (subject?.kind === 'dividend') return `${origin}/#/dividendPool?month=${subject.month}&level=${subject.level}`
  return `${origin}/#/wallet?view=checks`
}
