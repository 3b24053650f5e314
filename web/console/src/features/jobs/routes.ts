import type { ConsoleRoute } from '@console/frame/route'

const texts = ['console-boards', 'console-acts', 'console-words'] as const

export const routes: ConsoleRoute[] = [
  { path: '/jobs', name: 'jobs', group: 'boards', place: 50, needs: 'jobs/list', texts, load: async () => (await import('./JobsScreen')).JobsScreen },
  {
    path: '/parked',
    name: 'parked',
    group: 'boards',
    place: 51,
    needs: 'jobs/parked',
    texts,
    load: async () => (await import('./ParkedScreen')).ParkedScreen,
    waiting: { path: 'jobs/parked', body: {}, whoMay: 'jobs/retry' },
  },
]
