import { isSessionLost } from '../api/call'
import { wordsOf } from '../decide/approve'
import { isRejection } from '@kit/wallet/provider'

/** One thing that can be done with each of several rows. */
export interface SeveralAct<R> {
  name: string
  isDanger?: boolean
  /** What is missing before it can be done, in words; null where nothing is. */
  problem?: string | null
  /** Why it cannot be done with a row, in words; null where it can. */
  barOf?: (row: R) => string | null
  /** Does it with one row. */
  act: (row: R) => Promise<unknown>
}

export interface SeveralResult<R> {
  row: R
  /** Why it was not done, in words; null where it was. */
  problem: string | null
}

interface Surroundings<R> {
  /** What is said of a row for which the wallet was told no. */
  unsigned: string
  /** Nobody looks at it any more. */
  isLeft: () => boolean
  onResult: (results: readonly SeveralResult<R>[]) => void
}

/** Does something with one row after the other. It ends with whoever leaves, says no in the wallet or is no longer signed in: the rows that are left stay as they are. */
export async function runSeveral<R>(
  rows: readonly R[],
  { barOf, act }: Pick<SeveralAct<R>, 'barOf' | 'act'>,
  { unsigned, isLeft, onResult }: Surroundings<R>,
): Promise<readonly SeveralResult<R>[]> {
  let results: readonly SeveralResult<R>[] = []
  for (const row of rows) {
    if (isLeft()) break
    let problem = barOf?.(row) ?? null
    let isOver = false
    if (problem === null) {
      try {
        await act(row)
      } catch (fault) {
        problem = wordsOf(fault) ?? unsigned
        isOver = isRejection(fault) || isSessionLost(fault)
      }
    }
    results = [...results, { row, problem }]
    onResult(results)
    if (isOver) break
  }
  return results
}
