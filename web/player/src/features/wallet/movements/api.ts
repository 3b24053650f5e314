import type { Data, Movement, Params } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import { call } from '@core/session/api'
import type { EndlessList } from '@kit/ui/ListEnd'

/** Movements in a file. */
export type MovementStatement = Data<'/api/userAccount/statement'>

/** What a day came to in one currency. */
export type DaySum = Data<'/api/userAccount/balanceDetail'>['days'][number]

/** What came in and went out in a month and one currency. */
export type MonthSum = Data<'/api/userAccount/balanceDetail'>['months'][number]

/** Movements, and what their days and months came to. */
export type Movements = EndlessList<Movement> & { days: readonly DaySum[]; months: readonly MonthSum[] }

/** What a machine of the reader's is called, and when it started to run. */
export interface NamedMachine {
  id: string
  orderNo: string
  name: string
  startAt: string | null
  pausedSeconds: number
}

/** As many machines as one page tells the names of; who has more reads of "machines". */
const namedMax = 50

/** The movements a filter lets through, newest first. */
export function useMovements(filter: Omit<Params<'/api/userAccount/balanceDetail'>, 'cursor' | 'size'>): Movements {
  const { pages, ...list } = useEndlessList('/api/userAccount/balanceDetail', filter)
  return { ...list, days: pages.flatMap(({ days }) => days), months: pages.flatMap(({ months }) => months) }
}

/** Makes a file of the movements of a range. */
export function makeStatement(wanted: Params<'/api/userAccount/statement'>): Promise<MovementStatement> {
  return call('/api/userAccount/statement', wanted)
}

/** The names of the reader's machines; none where there are too many to tell which one is meant. */
export function useMachineNames(): readonly NamedMachine[] {
  const { data } = useAnswer('/api/miner/findMyList', { size: namedMax })
  if (!data || data.hasMore) return []
  return data.list.map(({ id, orderNo, product, startAt, pausedSeconds }) => ({ id, orderNo, name: product.name, startAt, pausedSeconds }))
}
