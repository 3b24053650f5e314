import type { FeatureRoute } from '@core/frame/route'

/** The person's own page, profile, devices, and the way to every other screen. */
export const routes: FeatureRoute[] = [
  { path: '/mine', texts: ['user'], load: () => import('./MineScreen').then((module) => module.MineScreen) },
  { path: '/mine', view: 'profile', texts: ['user'], load: () => import('./ProfileScreen').then((module) => module.ProfileScreen) },
  { path: '/mine', view: 'sessions', texts: ['user'], load: () => import('./SessionsScreen').then((module) => module.SessionsScreen) },
]
