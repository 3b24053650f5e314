import type { Home } from '@kit/api/contract'
import { Goods } from './Goods'
import { LatestNews } from './LatestNews'

/** The end of the front page: the newest articles and some goods. */
export function Further({ home }: { home: Home }) {
  return (
    <>
      {/* The incident has its place at the top. */}
      <LatestNews news={home.news.filter(({ id }) => id !== home.incident?.id)} />
      <Goods />
    </>
  )
}
