import { oneOf } from '@kit/words/oneOf'
import type { FeatureRoute } from '@core/frame/route'
import { categories } from './decideGoods'

/** Goods, buying them, and one's orders. */
export const routes: FeatureRoute[] = [
  {
    path: '/products',
    texts: ['shop'],
    first: (params) => [['/api/shop/goods', { category: oneOf(categories, params.get('category')) ?? undefined }]],
    load: () => import('./goods/GoodsScreen').then((module) => module.GoodsScreen),
  },
  {
    path: '/productsDetails',
    texts: ['shop', 'checkout', 'deposit'],
    load: () => import('./buy/GoodsDetailsScreen').then((module) => module.GoodsDetailsScreen),
  },
  { path: '/order', texts: ['shop', 'checkout', 'deposit'], load: () => import('./order/OrdersScreen').then((module) => module.OrdersScreen) },
]
