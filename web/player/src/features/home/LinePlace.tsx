import { Card } from '@kit/ui/Card'
import { Loading } from '@kit/ui/Loading'
import { Skeleton } from '@kit/ui/Skeleton'
import { useRecentIncome } from './api'

/** The height of what came in, whatever it says: the line takes what the words leave. */
export const linePlace = 'min-h-[11.5rem]'

/** The place of the line while its code and its answer are on the way. */
export function LinePlace() {
  // Asked for at once, and not only when the code is there.
  useRecentIncome()
  return (
    <Card>
      <Loading className={`flex h-full flex-col justify-between ${linePlace}`}>
        <Skeleton width="50%" height="27px" />
        <Skeleton height="96px" />
      </Loading>
    </Card>
  )
}
