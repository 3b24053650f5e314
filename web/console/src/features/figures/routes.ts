import type { ConsoleRoute } from '@console/frame/route'

export const routes: ConsoleRoute[] = [
  {
    path: '/figures',
    name: 'figures',
    group: 'boards',
    place: 30,
    needs: 'figures/days',
    texts: ['console-boards', 'console-words'],
    load: async () => (await import('./FiguresScreen')).FiguresScreen,
  },
]
