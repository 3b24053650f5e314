import { Card } from '@kit/ui/Card'
import { Skeleton } from '@kit/ui/Skeleton'
import { Loading } from '@kit/ui/Loading'
import { ProductCardSkeleton } from './ProductCard'

/** The front page's measures while its answer is on the way. */
export function HomeSkeleton() {
  return (
    <Loading className="flex flex-col gap-3">
      <Card>
        <div className="mx-auto flex aspect-[320/164] max-w-[13.5rem] flex-col items-center justify-end gap-2">
          <Skeleton width="96px" height="15px" />
          <Skeleton width="150px" height="28px" />
        </div>
        <div className="mt-1 flex justify-center">
          <Skeleton width="150px" height="14px" />
        </div>
        <div className="mt-1">
          <Skeleton height="47px" />
        </div>
      </Card>
      <Skeleton height="58px" />
      <Skeleton width="40%" height="27px" />
      <Skeleton height="54px" />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <ProductCardSkeleton />
        <ProductCardSkeleton />
      </div>
    </Loading>
  )
}
