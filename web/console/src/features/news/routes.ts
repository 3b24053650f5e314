import type { ConsoleRoute } from '@console/frame/route'

export const routes: ConsoleRoute[] = [
  {
    path: '/news',
    name: 'news',
    group: 'edit',
    place: 60,
    needs: 'news/list',
    texts: ['console-news'],
    load: async () => (await import('./NewsScreen')).NewsScreen,
  },
]
