import type { Row } from '@kit/api/contract'

/** Goods as the catalogue shows them. */
export type Goods = Row<'/api/shop/goods'>
export type Category = Goods['category']
