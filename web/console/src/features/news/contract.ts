import type { Body, Data } from '@console/contract/contract'

export type ArticleDetail = Data<'news/detail'>
export type Draft = Body<'news/draft'>
export type Category = Draft['category']
