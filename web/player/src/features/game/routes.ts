import type { FeatureRoute } from '@core/frame/route'

/** The blind-box game, under the raised tab. */
export const routes: FeatureRoute[] = [
  {
    path: '/trade',
    tab: 'box',
    texts: ['game', 'game-verify'],
    first: () => [
      ['/api/game/current', {}],
      ['/api/game/limits', {}],
    ],
    load: () => import('./BoxScreen').then((module) => module.BoxScreen),
  },
]
