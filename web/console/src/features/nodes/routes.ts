import type { ConsoleRoute } from '@console/frame/route'

const texts = ['console-edit', 'console-acts', 'console-words'] as const

export const routes: ConsoleRoute[] = [
  { path: '/nodes', name: 'nodes', group: 'edit', place: 20, needs: 'nodes/levels', texts, load: async () => (await import('./NodesScreen')).NodesScreen },
  {
    path: '/dividends',
    name: 'dividends',
    group: 'boards',
    place: 70,
    needs: 'nodes/months',
    texts,
    load: async () => (await import('./DividendsScreen')).DividendsScreen,
  },
]
