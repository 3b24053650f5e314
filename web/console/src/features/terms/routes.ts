import type { ConsoleRoute } from '@console/frame/route'

const texts = ['console-edit', 'console-acts', 'console-words'] as const

export const routes: ConsoleRoute[] = [
  { path: '/params', name: 'params', group: 'edit', place: 90, needs: 'params/list', texts, load: async () => (await import('./ParamsScreen')).ParamsScreen },
  {
    path: '/changelog',
    name: 'changelog',
    group: 'edit',
    place: 91,
    needs: 'params/changelog',
    texts,
    load: async () => (await import('./ChangelogScreen')).ChangelogScreen,
  },
  { path: '/stops', name: 'stops', group: 'boards', place: 20, needs: 'emergency/list', texts, load: async () => (await import('./StopsScreen')).StopsScreen },
]
