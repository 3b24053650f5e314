import { Cover } from '@core/frame/Cover'
import { keepsPlace } from '@core/frame/keepsPlace'
import { Link } from '@core/frame/links'
import { isAt } from '@core/frame/places'
import { useIsWide } from '@core/frame/useIsWide'
import { useFilter } from '@core/frame/useFilter'
import { changedSearch, useSearchState } from '@core/frame/useSearchState'
import { useSettled } from '@kit/amount/useSettled'
import { categories } from '@kit/article/categories'
import { langOf } from '@kit/i18n/language'
import { useText } from '@kit/i18n/text'
import { ChoiceRow } from '@kit/ui/ChoiceRow'
import { EmptyState } from '@kit/ui/EmptyState'
import type { EndlessList } from '@kit/ui/ListEnd'
import { Loading } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Rows } from '@kit/ui/Rows'
import { SearchField } from '@kit/ui/SearchField'
import { Skeleton } from '@kit/ui/Skeleton'
import { StatusChip } from '@kit/ui/StatusChip'
import { Time } from '@kit/ui/Time'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { NewsArt } from './NewsArt'
import { useNews } from './api'
import type { Article } from './contract'
import { searchMax, searchOf } from './decideNews'

/** The news, with a choice of category and a search; the address keeps both, and the article that stands beside them. */
export function NewsList() {
  const t = useText('news')
  const [address, show] = useSearchState()
  const filter = useFilter('category', categories)
  const [typed, setTyped] = useState(() => address.get('search') ?? '')
  const search = useSettled(searchOf(typed)) ?? ''
  const kept = address.get('search') ?? ''
  const writeDown = useEffectEvent(() => {
    if (search !== kept) show({ search: search === '' ? null : search })
  })
  // What is looked for is written down; the address is not followed while somebody types.
  useEffect(() => writeDown(), [search])
  const list = useNews(filter.value, search)
  return (
    <PullToRefresh onRefresh={list.refresh}>
      <div className="flex flex-col gap-3">
        <SearchField label={t('search.label')} clear={t('search.clear')} lengthMax={searchMax} value={typed} onChange={setTyped} />
        <ChoiceRow {...filter} label={t('filter.label')} all={t('filter.all')} nameOf={(one) => t(`category.${one}`)} />
        <Articles list={list} isSearch={search !== ''} isOfCategory={filter.value !== null} />
      </div>
    </PullToRefresh>
  )
}

function Articles({ list, isSearch, isOfCategory }: { list: EndlessList<Article>; isSearch: boolean; isOfCategory: boolean }) {
  const t = useText('news')
  const kind = isSearch ? 'search' : isOfCategory ? 'category' : 'all'
  return (
    <Rows
      keyOf={(article) => article.id}
      list={list}
      waiting={<NewsSkeleton />}
      empty={<EmptyState title={t(`empty.${kind}`)} hint={t(`empty.${kind}Hint`)} art={<NewsArt />} />}
    >
      {(article) => <NewsRow article={article} />}
    </Rows>
  )
}

function NewsSkeleton() {
  return (
    <Loading>
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place} className="flex gap-3 rounded-card border border-line bg-raised p-3">
          <Skeleton width="88px" height="88px" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton width="40%" height="16px" />
            <Skeleton height="22px" />
            <Skeleton height="36px" />
          </div>
        </div>
      ))}
    </Loading>
  )
}

/** One article of the list; a press opens it. */
function NewsRow({ article }: { article: Article }) {
  const t = useText('news')
  const [address] = useSearchState()
  const isWide = useIsWide()
  const { pathname } = useLocation()
  // Another article takes the place of the one that stands beside the list.
  const isBeside = isWide && isAt(pathname, '/newsDetails')
  const lang = langOf(article)
  return (
    <Link
      to={`/newsDetails?${changedSearch(address, { id: article.id, revision: null })}`}
      replace={isBeside}
      state={isWide ? keepsPlace : null}
      aria-current={isBeside && address.get('id') === article.id ? 'true' : undefined}
      className={`press flex gap-3 rounded-card border bg-raised p-3 aria-[current]:bg-sunk ${article.pinned ? 'border-[var(--brass)]' : 'border-line'}`}
    >
      <span className="block size-22 shrink-0 overflow-hidden rounded-field tiny:size-14">
        <Cover article={article} alt="" shown="176px" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-muted">
          {article.pinned && <StatusChip tone={article.category === 'incident' ? 'loss' : 'brass'}>{t('pinned')}</StatusChip>}
          <span>{t(`category.${article.category}`)}</span>
        </span>
        <span lang={lang} className="mt-0.5 block text-16 leading-snug font-semibold text-balance break-words">
          {article.title}
        </span>
        <span lang={lang} className="mt-0.5 line-clamp-2 text-15 break-words text-muted">
          {article.summary}
        </span>
        <span className="mt-1 flex flex-wrap gap-x-2 text-13 text-muted">
          <Time at={article.publishedAt} as="day" plain />
          {!article.translated && <span className="text-brass-ink">{t('untranslated')}</span>}
        </span>
      </span>
    </Link>
  )
}
