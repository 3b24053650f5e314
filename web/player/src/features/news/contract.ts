import type { Data, Row } from '@kit/api/contract'

/** An article in a list. */
export type Article = Row<'/api/main/news'>
export type ArticleCategory = Article['category']

/** An article whole, in one of its revisions. */
export type ArticleDetail = Data<'/api/main/newInfo'>
