import type { ConsoleRoute } from '@console/frame/route'

const texts = ['console-edit', 'console-acts', 'console-words'] as const

export const routes: ConsoleRoute[] = [
  { path: '/goods', name: 'goods', group: 'edit', place: 30, needs: 'goods/list', texts, load: async () => (await import('./GoodsScreen')).GoodsScreen },
  {
    path: '/carriers',
    name: 'carriers',
    group: 'edit',
    place: 50,
    needs: 'carriers/list',
    texts,
    load: async () => (await import('./CarriersScreen')).CarriersScreen,
  },
]
