import type { ConsoleRoute } from '@console/frame/route'

const texts = ['console-people', 'console-acts', 'console-words'] as const

export const routes: ConsoleRoute[] = [
  { path: '/people', name: 'people', group: 'people', place: 10, needs: 'users/find', texts, load: async () => (await import('./PeopleScreen')).PeopleScreen },
  {
    path: '/suspended',
    name: 'suspended',
    group: 'people',
    place: 20,
    needs: 'users/suspended',
    texts,
    load: async () => (await import('./SuspendedScreen')).SuspendedScreen,
  },
  {
    path: '/debits',
    name: 'debits',
    group: 'people',
    place: 50,
    needs: 'users/debits',
    texts,
    load: async () => (await import('./DebitsScreen')).DebitsScreen,
  },
  {
    path: '/flags',
    name: 'flags',
    group: 'people',
    place: 30,
    needs: 'users/flagged',
    texts,
    load: async () => (await import('./FlagsScreen')).FlagsScreen,
    waiting: { path: 'users/flagged', body: { undecided: true }, whoMay: 'users/flag' },
  },
]
