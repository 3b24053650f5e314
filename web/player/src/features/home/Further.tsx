import type { Home } from '@kit/api/contract'
import { useRecentIncome } from './api'
import { hasIncome, hasLine } from './decideHome'
import { FirstGoods } from './FirstGoods'
import { LateIncomeLine } from './lateIncomeLine'
import { LatestNews } from './LatestNews'

/** The end of the front page: what came in lately where no machine runs, the newest articles and some goods. */
export function Further({ home }: { home: Home }) {
  const { data, isPending, fetchStatus, failureCount } = useRecentIncome()
  // Whether anything came in decides where the rest stands: it would be pushed down under the reader's eyes.
  if (isPending && fetchStatus === 'fetching' && failureCount === 0) return null
  return (
    <>
      {data && !hasLine(home.today) && hasIncome(data.days) && <LateIncomeLine />}
      {/* The incident has its place at the top. */}
      <LatestNews news={home.news.filter(({ id }) => id !== home.incident?.id)} />
      <FirstGoods />
    </>
  )
}
