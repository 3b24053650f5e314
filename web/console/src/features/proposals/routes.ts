import type { ConsoleRoute } from '@console/frame/route'

export const routes: ConsoleRoute[] = [
  {
    path: '/proposals',
    name: 'proposals',
    group: 'waiting',
    place: 20,
    needs: 'proposals/list',
    texts: ['console-waiting', 'console-acts', 'console-words'],
    load: async () => (await import('./ProposalsScreen')).ProposalsScreen,
    waiting: { path: 'proposals/list', body: { state: 'pending', forMe: true, withoutQueues: true } },
  },
]
