import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchState } from '@core/frame/useSearchState'
import { useSettled } from '@kit/amount/useSettled'
import { categories } from '@kit/article/categories'
import { useText } from '@kit/i18n/text'
import { ChoiceRow } from '@kit/ui/ChoiceRow'
import { EmptyState } from '@kit/ui/EmptyState'
import type { EndlessList } from '@kit/ui/ListEnd'
import { Loading } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Rows } from '@kit/ui/Rows'
import { SearchField } from '@kit/ui/SearchField'
import { Skeleton } from '@kit/ui/Skeleton'
import { useNews } from './api'
import type { Article, ArticleCategory } from './contract'
import { categoryIn, searchMax, searchOf } from './decideNews'
import { NewsArt } from './NewsArt'
import { NewsRow } from './NewsRow'

/** The news, with a choice of category and a search; the address keeps both, and the article that stands beside them. */
export function NewsList() {
  const t = useText('news')
  const [address, show] = useSearchState()
  const category = categoryIn(address.get('category'))
  const [typed, setTyped] = useState(() => address.get('search') ?? '')
  const search = useSettled(searchOf(typed)) ?? ''
  const kept = address.get('search') ?? ''
  const writeDown = useEffectEvent(() => {
    if (search !== kept) show({ search: search === '' ? null : search })
  })
  // What is looked for is written down; the address is not followed while somebody types.
  useEffect(() => writeDown(), [search])
  const list = useNews(category, search)
  return (
    <PullToRefresh onRefresh={list.refresh}>
      <div className="flex flex-col gap-3">
        <SearchField label={t('search.label')} clear={t('search.clear')} lengthMax={searchMax} value={typed} onChange={setTyped} />
        <ChoiceRow<ArticleCategory>
          label={t('filter.label')}
          all={t('filter.all')}
          choices={categories.map((value) => ({ value, label: t(`category.${value}`) }))}
          value={category}
          onChange={(next) => show({ category: next })}
        />
        <Articles list={list} isSearch={search !== ''} isOfCategory={category !== null} />
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
