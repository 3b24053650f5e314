import { platformDay } from '@kit/time/zone'
import { call } from '@core/session/api'
import { closeKey, type Closes, type YearParts } from './decideYear'

const priced = ['ETLD', 'ETH'] as const

/** The export of what is held about the person and shown, as far as a year is made of it. */
export async function readHeld(): Promise<YearParts> {
  const { parts } = await call('/api/user/exportData')
  // The parts are what the calls of their names answer, all pages of them.
  const { movements = [], machines = [], gameEntries = [] } = parts as Partial<YearParts>
  return { movements, machines, gameEntries }
}

/** The closing prices of all days of some years. */
export async function readCloses(years: readonly string[]): Promise<Closes> {
  const asked = years.flatMap((year) => priced.map((currency) => ({ currency, span: 'year', year: Number(year) }) as const))
  const histories = await Promise.all(asked.map((of) => call('/api/main/priceHistory', of)))
  return new Map(histories.flatMap(({ currency, list }) => list.map(({ at, close }) => [closeKey(currency, platformDay(Date.parse(at))), close] as const)))
}
