import type { ConsoleRoute } from '@console/frame/route'

export const routes: ConsoleRoute[] = [
  {
    path: '/orders',
    name: 'orders',
    group: 'waiting',
    place: 40,
    needs: 'orders/list',
    texts: ['console-waiting', 'console-people', 'console-words'],
    load: async () => (await import('./OrdersScreen')).OrdersScreen,
    waiting: { path: 'orders/list', body: { status: 'waiting_for_delivery' }, whoMay: 'orders/ship' },
  },
]
