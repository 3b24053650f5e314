import { Card } from '@kit/ui/Card'
import { Skeleton } from '@kit/ui/Skeleton'
import { Loading } from '@kit/ui/Loading'
import { ProductCardSkeleton } from './ProductCard'

/** The front page's measures while its answer is on the way. */
export function HomeSkeleton() {
  return (
    <Loading className="flex flex-col gap-4">
      <Card>
        <div className="mx-auto flex aspect-[320/164] max-w-[420px] flex-col items-center justify-end gap-2">
          <Skeleton width="96px" height="15px" />
          <Skeleton width="190px" height="42px" />
        </div>
        <div className="mt-2 flex justify-center">
          <Skeleton width="150px" height="14px" />
        </div>
        <div aria-hidden className="rule my-3" />
        <Skeleton height="47px" />
      </Card>
      <div className="h-32 w-[82%] sm:w-[60%]">
        <Skeleton height="128px" />
      </div>
      <Skeleton width="60%" height="20px" />
      <Skeleton width="40%" height="28px" />
      <Skeleton height="54px" />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <ProductCardSkeleton />
        <ProductCardSkeleton />
      </div>
    </Loading>
  )
}
