import { Skeleton } from '@kit/ui/Skeleton'
import { Loading } from '@kit/ui/Loading'

/** The measures of three currencies while they are on the way. */
export function WalletSkeleton() {
  return (
    <Loading>
      {['USDT', 'ETLD', 'ETH'].map((currency) => (
        <div key={currency} className="rounded-card border border-line bg-raised p-4">
          <div className="flex items-center gap-3">
            <Skeleton width="40px" height="40px" round />
            <Skeleton width="56px" height="20px" />
            <span className="flex-1" />
            <Skeleton width="110px" height="24px" />
          </div>
          <div className="mt-3">
            <Skeleton height="6px" round />
          </div>
          <div className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2">
            {['a', 'b', 'c', 'd'].map((cell) => (
              <Skeleton key={cell} width="70%" height="42px" />
            ))}
          </div>
        </div>
      ))}
    </Loading>
  )
}
