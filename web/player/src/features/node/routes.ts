import type { FeatureRoute } from '@core/frame/route'

/** The levels of nodes and one's own, and buying one. */
export const routes: FeatureRoute[] = [
  { path: '/chain', texts: ['node', 'node-list', 'checkout', 'deposit'], load: () => import('./list/ChainScreen').then((module) => module.ChainScreen) },
  { path: '/chainDetails', texts: ['node', 'node-buy', 'checkout', 'deposit'], load: () => import('./buy/ChainDetailsScreen').then((module) => module.ChainDetailsScreen) },
]
