import type { ConsoleRoute } from '@console/frame/route'

export const routes: ConsoleRoute[] = [
  {
    path: '/audit',
    name: 'audit',
    group: 'boards',
    place: 190,
    needs: 'audit/list',
    texts: ['console-boards', 'console-acts', 'console-waiting', 'console-words'],
    load: async () => (await import('./AuditScreen')).AuditScreen,
  },
]
