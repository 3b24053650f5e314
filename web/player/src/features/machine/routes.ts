import type { FeatureRoute } from '@core/frame/route'

/** A machine to buy, and the machines one has. */
export const routes: FeatureRoute[] = [
  { path: '/goods', texts: ['machine', 'machine-buy', 'machine-pay', 'crediting'], load: () => import('./GoodsScreen').then((module) => module.GoodsScreen) },
  { path: '/myMiner', texts: ['machine', 'machine-mine', 'machine-income', 'machine-pay', 'crediting'], load: () => import('./MyMinerScreen').then((module) => module.MyMinerScreen) },
]
