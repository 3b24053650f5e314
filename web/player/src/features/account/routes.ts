import type { FeatureRoute } from '@core/frame/route'

/** The person's own page: profile, notices, sessions, and the way to every other screen. */
export const routes: FeatureRoute[] = [
  { path: '/mine', texts: ['account'], load: () => import('./MineScreen').then((module) => module.MineScreen) },
]
