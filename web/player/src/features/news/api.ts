import type { UseQueryResult } from '@tanstack/react-query'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import type { EndlessList } from '@kit/ui/ListEnd'
import type { Article, ArticleDetail, ArticleCategory } from './contract'

/** The news, pinned ones first; of one category, or those that hold every word that is looked for. */
export function useNews(category: ArticleCategory | null, search: string): EndlessList<Article> {
  return useEndlessList('/api/main/news', { category: category ?? undefined, search: search === '' ? undefined : search })
}

/** One article: the newest revision, or an older one. */
export function useArticle(id: string, revision: number | null): UseQueryResult<ArticleDetail> {
  return useAnswer('/api/main/newInfo', { id, revision: revision ?? undefined })
}
