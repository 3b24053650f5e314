import type { FeatureRoute } from '@core/frame/route'

/** A machine to buy, and the machines one has. */
export const routes: FeatureRoute[] = [
  {
    path: '/goods',
    texts: ['machine', 'checkout', 'deposit'],
    first: (params) => [['/api/miner/detail', { id: params.get('id') ?? '' }]],
    load: () => import('./buy/OfferScreen').then((module) => module.OfferScreen),
  },
  { path: '/myMiner', texts: ['machine', 'checkout', 'deposit'], load: () => import('./mine/MyMinerScreen').then((module) => module.MyMinerScreen) },
  { path: '/myMiner', view: 'calendar', texts: ['calendar'], load: () => import('./calendar/CalendarScreen').then((module) => module.CalendarScreen) },
  { path: '/myMiner', view: 'statement', texts: ['calendar'], load: () => import('./calendar/StatementScreen').then((module) => module.StatementScreen) },
]
