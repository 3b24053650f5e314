import type { FeatureRoute } from '@core/frame/route'

/** Selling ETLD at market to funded bids; the default of its path, so that nobody lands in a game unasked. */
export const routes: FeatureRoute[] = [
  { path: '/trade', texts: ['trade', 'trade-tabs'], load: () => import('./TradeScreen').then((module) => module.TradeScreen) },
]
