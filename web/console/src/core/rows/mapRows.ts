import type { Asked } from '@kit/ui/ErrorRetry'
import type { RowsState } from './useRows'

/** A list whose rows are shown by another answer's help: they wait for it, and where it did not come, it is what failed. */
export function mapRows<R, S>(list: RowsState<R>, beside: Asked, map: (row: R) => S): RowsState<S> {
  const isThere = beside.data !== undefined
  return {
    ...list,
    rows: (isThere && list.rows?.map(map)) || null,
    away: isThere && list.away !== null ? map(list.away) : null,
    fault: list.fault ?? (isThere ? null : beside.error),
    retry: () => {
      list.retry()
      void beside.refetch()
    },
  }
}
