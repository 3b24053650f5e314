import { Skeleton } from '@kit/ui/Skeleton'
import { Loading } from '@kit/ui/Loading'

/** The profile card's measures. */
export function ProfileSkeleton() {
  return (
    <Loading className="rounded-card border border-line bg-raised p-4">
      <div className="flex items-center gap-4">
        <Skeleton width="72px" height="72px" round />
        <div className="flex flex-1 flex-col gap-3">
          <Skeleton width="60%" height="24px" />
          <Skeleton width="80%" height="20px" />
        </div>
      </div>
      <div aria-hidden className="rule my-3" />
      <Skeleton height="66px" />
    </Loading>
  )
}
