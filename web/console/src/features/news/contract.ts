import type { Body, Data, Row } from '@console/contract/contract'

export type Article = Row<'news/list'>
export type ArticleDetail = Data<'news/detail'>
export type Draft = Body<'news/draft'>
export type Category = Draft['category']
