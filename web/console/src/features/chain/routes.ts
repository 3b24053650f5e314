import type { ConsoleRoute } from '@console/frame/route'

export const routes: ConsoleRoute[] = [
  {
    path: '/chain',
    name: 'chain',
    group: 'boards',
    place: 40,
    needs: 'boards/chain',
    texts: ['console-boards', 'console-words'],
    load: async () => (await import('./ChainScreen')).ChainScreen,
  },
]
