import type { ConsoleRoute } from '@console/frame/route'

export const routes: ConsoleRoute[] = [
  {
    path: '/withdrawals',
    name: 'withdrawals',
    group: 'waiting',
    place: 10,
    needs: 'withdrawals/list',
    texts: ['console-waiting', 'console-people', 'console-words'],
    load: async () => (await import('./WithdrawalsScreen')).WithdrawalsScreen,
    waiting: { path: 'proposals/list', body: { state: 'pending', kind: 'withdrawal_review', forMe: true } },
  },
]
