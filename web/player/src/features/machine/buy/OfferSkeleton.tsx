import { Card } from '@kit/ui/Card'
import { Skeleton } from '@kit/ui/Skeleton'
import { Loading } from '@kit/ui/Loading'

/** The product page's measures while its answer is on the way. */
export function OfferSkeleton() {
  return (
    <Loading className="flex flex-col gap-4">
      <Card>
        <div className="mx-auto flex h-44 w-48 items-end justify-center">
          <Skeleton width="120px" height="140px" />
        </div>
        <div className="mt-3 flex flex-col items-center gap-2">
          <Skeleton width="150px" height="26px" />
          <Skeleton width="120px" height="34px" />
        </div>
        <div aria-hidden className="rule my-4" />
        <Skeleton height="96px" />
      </Card>
      <Skeleton height="290px" />
      <Skeleton height="250px" />
    </Loading>
  )
}
