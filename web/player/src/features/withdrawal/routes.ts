import type { FeatureRoute } from '@core/frame/route'

/** Money out: the form, and what became of each withdrawal. */
export const routes: FeatureRoute[] = [
  { path: '/withdraw', texts: ['withdrawal'], load: () => import('./WithdrawScreen').then((module) => module.WithdrawScreen) },
  { path: '/withdrawRecord', texts: ['withdrawal'], load: () => import('./RecordScreen').then((module) => module.RecordScreen) },
]
