import type { Data, Movement, Params } from '@kit/api/contract'
import { useEndlessList } from '@core/queries/useEndlessList'
import { call } from '@core/session/api'
import type { EndlessList } from '@kit/ui/ListEnd'

/** Movements in a file. */
export type Statement = Data<'/api/userAccount/statement'>

/** What a day came to in one currency. */
export type DaySum = Data<'/api/userAccount/balanceDetail'>['days'][number]

/** Movements, and what their days came to. */
export type Movements = EndlessList<Movement> & { days: readonly DaySum[] }

/** The movements a filter lets through, newest first. */
export function useMovements(filter: Omit<Params<'/api/userAccount/balanceDetail'>, 'cursor' | 'size'>): Movements {
  const { pages, ...list } = useEndlessList('/api/userAccount/balanceDetail', filter)
  return { ...list, days: pages.flatMap(({ days }) => days) }
}

/** Makes a file of the movements of a range. */
export function makeStatement(wanted: Params<'/api/userAccount/statement'>): Promise<Statement> {
  return call('/api/userAccount/statement', wanted)
}
