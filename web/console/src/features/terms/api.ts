import { useAnswer } from '@console/api/useAnswer'
import { useRecords } from '@console/records/useRecords'
import type { RowsState } from '@console/rows/useRows'
import { useParamName } from './useParamName'

const everyMs = 20_000

/** A list of parameters with what each is called. */
function useNamed<R extends { name: string }>(list: RowsState<R>): RowsState<R & { names: string }> {
  const nameOf = useParamName()
  const named = (row: R) => ({ ...row, names: nameOf(row.name) })
  return { ...list, rows: list.rows?.map(named) ?? null, away: list.away && named(list.away) }
}

export function useParams() {
  return useNamed(useRecords('params/list', { size: 50 }))
}

export function useChangelog() {
  return useNamed(useRecords('params/changelog', { size: 50 }))
}

/** The newest changes, beside one parameter. */
export function useChanges() {
  return useAnswer('params/changelog', { size: 50 })
}

/** The parts that can be stopped. */
export function useParts() {
  return useRecords('emergency/list', { size: 50 })
}

/** What stands still for a reason of its own: payouts, crediting, prices. */
export function useToday() {
  return useAnswer('boards/today', {}, { everyMs })
}

/** The hot wallets' networks, whose payouts can be stopped. */
export function useNetworks(isOff: boolean) {
  return useAnswer('payouts/overview', {}, { isOff, everyMs })
}
