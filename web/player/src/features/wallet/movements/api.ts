import type { Data, Movement, Params } from '@kit/api/contract'
import { useEndlessList } from '@core/queries/useEndlessList'
import { call } from '@core/session/api'
import type { EndlessList } from '@kit/ui/ListEnd'

/** Movements in a file. */
export type Statement = Data<'/api/userAccount/statement'>

/** The movements a filter lets through, newest first. */
export function useMovements(filter: Omit<Params<'/api/userAccount/balanceDetail'>, 'cursor' | 'size'>): EndlessList<Movement> {
  return useEndlessList('/api/userAccount/balanceDetail', filter)
}

/** Makes a file of the movements of a range. */
export function makeStatement(wanted: Params<'/api/userAccount/statement'>): Promise<Statement> {
  return call('/api/userAccount/statement', wanted)
}
