import { useEndlessList } from '@core/queries/useEndlessList'
import type { GoodsCategory } from '../contract'

/** What is on sale, of one category or all of it. */
export const useGoods = (category: GoodsCategory | null) => useEndlessList('/api/shop/goods', { category: category ?? undefined })
