import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import type { ArticleCategory } from './contract'

/** The news, pinned ones first; of one category, or those that hold every word that is looked for. */
export const useNews = (category: ArticleCategory | null, search: string) =>
  useEndlessList('/api/main/news', { category: category ?? undefined, search: search === '' ? undefined : search })

/** One article: the newest revision, or an older one. */
export const useArticle = (id: string, revision: number | null) => useAnswer('/api/main/newInfo', { id, revision: revision ?? undefined })
