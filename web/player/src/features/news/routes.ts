import type { FeatureRoute } from '@core/frame/route'

const load = () => import('./NewsScreen').then((module) => module.NewsScreen)

/** What the platform tells everybody. */
export const routes: FeatureRoute[] = [
  { path: '/news', texts: ['news'], load },
  { path: '/newsDetails', texts: ['news'], load },
]
