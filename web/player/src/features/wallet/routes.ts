import type { FeatureRoute } from '@core/frame/route'

/** What a user holds, how it comes in, and every movement of it. */
export const routes: FeatureRoute[] = [
  {
    path: '/wallet',
    texts: ['wallet', 'wallet-checks', 'deposit'],
    first: () => [['/api/userAccount/balance', {}]],
    load: () => import('./assets/WalletScreen').then((module) => module.WalletScreen),
  },
  {
    path: '/wallet',
    view: 'checks',
    texts: ['wallet-checks', 'node'],
    load: () => import('./checks/ChecksScreen').then((module) => module.ChecksScreen),
    daily: () => import('./checks/daily').then((module) => module.lookAtSnapshot),
  },
  { path: '/wallet', view: 'year', texts: ['personal'], load: () => import('./year/YearScreen').then((module) => module.YearScreen) },
  { path: '/balanceDetail', texts: ['wallet', 'personal'], load: () => import('./assets/BalanceDetailScreen').then((module) => module.BalanceDetailScreen) },
  { path: '/transaction', texts: ['personal'], load: () => import('./movements/TransactionScreen').then((module) => module.TransactionScreen) },
]
