import type { ConsoleRoute } from '@console/frame/route'

export const routes: ConsoleRoute[] = [
  {
    path: '/pictures',
    name: 'pictures',
    group: 'edit',
    place: 63,
    needs: 'pictures/list',
    texts: ['console-edit', 'console-acts', 'console-words'],
    load: async () => (await import('./PicturesScreen')).PicturesScreen,
  },
]
