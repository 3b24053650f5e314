import type { ConsoleRoute } from '@console/frame/route'

export const routes: ConsoleRoute[] = [
  {
    path: '/suspense',
    name: 'suspense',
    group: 'waiting',
    place: 30,
    needs: 'suspense/list',
    texts: ['console-waiting', 'console-people', 'console-words'],
    load: async () => (await import('./SuspenseScreen')).SuspenseScreen,
    waiting: { path: 'suspense/list', body: {}, whoMay: 'suspense/announce' },
  },
]
