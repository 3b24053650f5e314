import type { ConsoleRoute } from '@console/frame/route'

const texts = ['console-money', 'console-acts', 'console-words'] as const

export const routes: ConsoleRoute[] = [
  { path: '/money', name: 'money', group: 'money', place: 10, needs: 'boards/money', texts, load: async () => (await import('./MoneyScreen')).MoneyScreen },
  { path: '/bids', name: 'bids', group: 'money', place: 20, needs: 'bids/list', texts, load: async () => (await import('./BidsScreen')).BidsScreen },
]
