import type { FeatureRoute } from '@core/frame/route'

/** What the platform tells everybody. */
export const routes: FeatureRoute[] = [
  { path: '/news', texts: ['news'], load: () => import('./NewsScreen').then((module) => module.NewsScreen) },
  { path: '/newsDetails', texts: ['news'], load: () => import('./NewsDetailsScreen').then((module) => module.NewsDetailsScreen) },
]
