import type { FeatureRoute } from '@core/frame/route'

/** What a user holds, how it comes in, and every movement of it. */
export const routes: FeatureRoute[] = [
  { path: '/wallet', texts: ['wallet', 'crediting'], load: () => import('./WalletScreen').then((module) => module.WalletScreen) },
  { path: '/balanceDetail', texts: ['wallet', 'movements'], load: () => import('./BalanceDetailScreen').then((module) => module.BalanceDetailScreen) },
  { path: '/transaction', texts: ['movements'], load: () => import('./TransactionScreen').then((module) => module.TransactionScreen) },
]
