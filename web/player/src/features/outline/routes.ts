import type { FeatureRoute } from '@core/frame/route'

/** Stands in for every path that no other feature shows yet. */
export const routes: FeatureRoute[] = [
  { path: '*', texts: ['outline'], load: () => import('./OutlineScreen').then((module) => module.OutlineScreen) },
]
