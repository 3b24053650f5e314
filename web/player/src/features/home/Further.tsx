import type { Home } from '@kit/api/contract'
import { Goods } from './Goods'
import { IncomeLine } from './IncomeLine'
import { LatestNews } from './LatestNews'

/** The end of the front page: what came in lately, the newest articles and some goods. */
export function Further({ home }: { home: Home }) {
  return (
    <>
      <IncomeLine today={home.today} />
      {/* The incident has its place at the top. */}
      <LatestNews news={home.news.filter(({ id }) => id !== home.incident?.id)} />
      <Goods />
    </>
  )
}
