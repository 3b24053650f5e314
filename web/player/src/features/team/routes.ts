import type { FeatureRoute } from '@core/frame/route'

/** Whom a user invited, and what they bring. */
export const routes: FeatureRoute[] = [
  { path: '/share', texts: ['team'], load: () => import('./share/ShareScreen').then((module) => module.ShareScreen) },
  { path: '/team', texts: ['team'], first: () => [['/api/team/summary', {}]], load: () => import('./overview/TeamScreen').then((module) => module.TeamScreen) },
]
