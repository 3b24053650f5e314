import type { FeatureRoute } from '@core/frame/route'

/** Exchanging one currency for another, and everything that is offered. */
export const routes: FeatureRoute[] = [
  { path: '/swap', texts: ['swap'], load: () => import('./SwapScreen').then((module) => module.SwapScreen) },
  { path: '/finance', texts: ['swap'], load: () => import('./FinanceScreen').then((module) => module.FinanceScreen) },
]
