import type { FeatureRoute } from '@core/frame/route'

/** Goods, buying them, and one's orders. */
export const routes: FeatureRoute[] = [
  { path: '/products', texts: ['shop', 'shop-goods'], load: () => import('./goods/GoodsScreen').then((module) => module.GoodsScreen) },
]
