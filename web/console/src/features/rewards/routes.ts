import type { ConsoleRoute } from '@console/frame/route'

export const routes: ConsoleRoute[] = [
  {
    path: '/rewards',
    name: 'rewards',
    group: 'people',
    place: 40,
    needs: 'rewards/delayed',
    texts: ['console-boards', 'console-acts', 'console-words'],
    load: async () => (await import('./RewardsScreen')).RewardsScreen,
    waiting: { path: 'rewards/delayed', body: {}, whoMay: 'rewards/refuse' },
  },
]
