import type { FeatureRoute } from '@core/frame/route'

/** Selling ETLD at market to funded bids; the default of its path, so that nobody lands in a game unasked. */
export const routes: FeatureRoute[] = [
  {
    path: '/trade',
    texts: ['trade'],
    first: () => [
      ['/api/trade/market', {}],
      ['/api/trade/records', {}],
      ['/api/main/priceHistory', { currency: 'ETLD', span: 'day' }],
    ],
    load: () => import('./TradeScreen').then((module) => module.TradeScreen),
  },
]
