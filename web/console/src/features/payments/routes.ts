import type { ConsoleRoute } from '@console/frame/route'

const texts = ['console-boards', 'console-acts', 'console-words'] as const

export const routes: ConsoleRoute[] = [
  {
    path: '/transfers',
    name: 'transfers',
    group: 'money',
    place: 40,
    needs: 'payments/transfers',
    texts,
    load: async () => (await import('./TransfersScreen')).TransfersScreen,
  },
  {
    path: '/intents',
    name: 'intents',
    group: 'money',
    place: 41,
    needs: 'payments/intents',
    texts,
    load: async () => (await import('./IntentsScreen')).IntentsScreen,
  },
  {
    path: '/payouts',
    name: 'payouts',
    group: 'money',
    place: 30,
    needs: 'payouts/attention',
    texts,
    load: async () => (await import('./PayoutsScreen')).PayoutsScreen,
    waiting: { path: 'payouts/attention', body: {}, whoMay: 'withdrawals/reissue' },
  },
]
