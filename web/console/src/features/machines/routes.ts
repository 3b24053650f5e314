import type { ConsoleRoute } from '@console/frame/route'

const texts = ['console-edit', 'console-acts', 'console-words'] as const

export const routes: ConsoleRoute[] = [
  {
    path: '/machines',
    name: 'machines',
    group: 'edit',
    place: 10,
    needs: 'machines/catalogue',
    texts,
    load: async () => (await import('./MachinesScreen')).MachinesScreen,
  },
  {
    path: '/paused',
    name: 'paused',
    group: 'people',
    place: 60,
    needs: 'machines/paused',
    texts,
    load: async () => (await import('./PausedScreen')).PausedScreen,
    waiting: { path: 'machines/paused', body: {}, whoMay: 'machines/pause' },
  },
]
