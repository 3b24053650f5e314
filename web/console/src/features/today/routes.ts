import type { ConsoleRoute } from '@console/frame/route'

export const routes: ConsoleRoute[] = [
  {
    path: '/today',
    name: 'today',
    group: 'boards',
    place: 10,
    needs: 'boards/today',
    texts: ['console-boards', 'console-waiting', 'console-words'],
    load: async () => (await import('./TodayScreen')).TodayScreen,
  },
]
