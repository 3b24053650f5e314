import type { FeatureRoute } from '@core/frame/route'

/** The front page. */
export const routes: FeatureRoute[] = [
  { path: '/', texts: ['home'], first: () => [['/api/main/home', {}]], load: () => import('./HomeScreen').then((module) => module.HomeScreen) },
]
