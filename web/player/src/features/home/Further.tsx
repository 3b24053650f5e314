import { Cover } from '@core/frame/Cover'
import { Picture } from '@core/frame/Picture'
import { Link } from '@core/frame/links'
import { placeOf, type Place } from '@core/frame/places'
import { Worth } from '@core/price/Worth'
import type { Home, Row } from '@kit/api/contract'
import { Box } from '@kit/art/Box'
import { langOf } from '@kit/i18n/language'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Time } from '@kit/ui/Time'
import { useFirstGoods, useRecentIncome } from './api'
import { decideGoods, hasIncome, hasLine } from './decideHome'
import { LateIncomeLine } from './lateIncomeLine'
import type { ReactNode } from 'react'

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

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-3'

/** The first goods of the shop. */
function FirstGoods() {
  const t = useText('home')
  const answer = useFirstGoods()
  const goods = answer.data && decideGoods(answer.data.list)
  if (goods?.length === 0) return null
  return (
    <section>
      <SectionHead title={t('goods.title')} to="/products">
        {t('goods.all')}
      </SectionHead>
      <ErrorRetry of={answer} />
      {!answer.isError && !goods && <Places />}
      {goods && (
        <ul className={grid}>
          {goods.map((one) => (
            <li key={one.id} className="min-w-0">
              <GoodsTile goods={one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const tile = 'flex h-full flex-col overflow-hidden rounded-card border border-line bg-raised'

function GoodsTile({ goods }: { goods: Row<'/api/shop/goods'> }) {
  return (
    <Link to={placeOf('goods', goods.id)} className={`press ${tile}`}>
      <span className="block aspect-square w-full">
        <Picture picture={goods.images[0]} alt="" shown="(min-width: 640px) 180px, 50vw">
          <Box />
        </Picture>
      </span>
      <span className="flex flex-1 flex-col gap-1 p-3">
        <span className="text-15 leading-snug break-words hyphens-auto tiny:text-13">{goods.name}</span>
        <span className="mt-auto text-16 leading-tight font-semibold">
          <Amount value={goods.price} currency={goods.priceCurrency} />
          <Worth amount={goods.price} currency={goods.priceCurrency} />
        </span>
      </span>
    </Link>
  )
}

/** The goods' places until they are there. */
function Places() {
  return (
    <div aria-hidden className={grid}>
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place} className={tile}>
          <div className="aspect-square bg-sunk" />
          <div className="h-18" />
        </div>
      ))}
    </div>
  )
}

/** The first articles of the news. */
function LatestNews({ news }: { news: Home['news'] }) {
  const t = useText('news')
  const home = useText('home')
  if (news.length === 0) return null
  return (
    <section>
      <SectionHead title={home('news.title')} to="/news">
        {home('news.all')}
      </SectionHead>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-raised">
        {news.map((article) => (
          <li key={article.id}>
            <Link to={placeOf('article', article.id)} className="press flex items-center gap-3 p-3">
              <span className="block size-16 shrink-0 overflow-hidden rounded-field">
                <Cover article={article} alt="" shown="128px" />
              </span>
              <span className="min-w-0 flex-1">
                <span lang={langOf(article)} className="line-clamp-2 text-15 leading-snug font-semibold break-words">
                  {article.title}
                </span>
                <span className="mt-1 flex flex-wrap gap-x-2 text-13 text-muted">
                  <span>{t(`category.${article.category}`)}</span>
                  <Time at={article.publishedAt} as="day" plain />
                  {!article.translated && <span className="text-brass-ink">{t('untranslated')}</span>}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface SectionHeadProps {
  title: string
  /** Where all of it is, and the words that say so. */
  to: Place
  children: ReactNode
}

/** The heading of a part of the front page, with the way to all of it. */
function SectionHead({ title, to, children }: SectionHeadProps) {
  return (
    <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4">
      <h2 className="text-18 font-semibold">{title}</h2>
      <Link to={to} className="press inline-flex min-h-11 items-center text-15 font-medium text-brass-ink">
        {children}
      </Link>
    </div>
  )
}
