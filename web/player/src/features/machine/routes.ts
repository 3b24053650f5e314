import type { FeatureRoute } from '@core/frame/route'

/** A machine to buy, and the machines one has. */
export const routes: FeatureRoute[] = [
  { path: '/goods', texts: ['machine', 'machine-buy', 'machine-pay', 'deposit'], load: () => import('./buy/OfferScreen').then((module) => module.OfferScreen) },
  { path: '/myMiner', texts: ['machine', 'machine-mine', 'machine-income', 'machine-pay', 'deposit'], load: () => import('./mine/MyMinerScreen').then((module) => module.MyMinerScreen) },
]
