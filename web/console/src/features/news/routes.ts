import type { ConsoleRoute } from '@console/frame/route'

export const routes: ConsoleRoute[] = [
  {
    path: '/news',
    name: 'news',
    group: 'edit',
    place: 60,
    needs: 'news/list',
    texts: ['console-edit', 'console-acts', 'console-words'],
    load: async () => (await import('./NewsScreen')).NewsScreen,
  },
]
