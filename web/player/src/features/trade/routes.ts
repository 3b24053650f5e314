import type { FeatureRoute } from '@core/frame/route'

/** Selling ETLD at market to funded bids. */
export const routes: FeatureRoute[] = [{ path: '/trade', texts: ['trade'], load: () => import('./TradeScreen').then((module) => module.TradeScreen) }]
