import type { FeatureRoute } from '@core/frame/route'

/** A person's own data: taken along as a file, or erased. */
export const routes: FeatureRoute[] = [
  { path: '/mine', view: 'data', texts: ['personal'], load: () => import('./DataScreen').then((module) => module.DataScreen) },
]
