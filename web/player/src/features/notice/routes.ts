import type { FeatureRoute } from '@core/frame/route'

/** What the platform told the person. */
export const routes: FeatureRoute[] = [
  { path: '/mine', view: 'push', texts: ['notice'], load: () => import('./push/PushScreen').then((module) => module.PushScreen) },
  { path: '/mine', view: 'notices', texts: ['notice'], load: () => import('./NoticesScreen').then((module) => module.NoticesScreen) },
]
