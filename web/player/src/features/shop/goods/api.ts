import { useEndlessList } from '@core/queries/useEndlessList'
import type { EndlessList } from '@kit/ui/ListEnd'
import type { GoodsCategory, Goods } from '../contract'

/** What is on sale, of one category or all of it. */
export function useGoods(category: GoodsCategory | null): EndlessList<Goods> {
  return useEndlessList('/api/shop/goods', { category: category ?? undefined })
}
