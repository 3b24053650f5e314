import type { FeatureRoute } from '@core/frame/route'

/** The levels of nodes and one's own, buying one, and the pools they are paid from. */
export const routes: FeatureRoute[] = [
  { path: '/chain', texts: ['node', 'checkout', 'deposit'], load: () => import('./list/ChainScreen').then((module) => module.ChainScreen) },
  { path: '/chainDetails', texts: ['node', 'checkout', 'deposit'], load: () => import('./buy/ChainDetailsScreen').then((module) => module.ChainDetailsScreen) },
  { path: '/dividendPool', texts: ['node'], load: () => import('./pool/DividendPoolScreen').then((module) => module.DividendPoolScreen) },
]
