import type { ConsoleRoute } from '@console/frame/route'

const texts = ['console-edit', 'console-acts', 'console-words'] as const

export const routes: ConsoleRoute[] = [
  {
    path: '/banners',
    name: 'banners',
    group: 'edit',
    place: 61,
    needs: 'banners/list',
    texts,
    load: async () => (await import('./BannersScreen')).BannersScreen,
  },
  {
    path: '/lacking',
    name: 'lacking',
    group: 'edit',
    place: 62,
    needs: 'news/lacking',
    texts,
    load: async () => (await import('./LackingScreen')).LackingScreen,
  },
]
