import type { ConsoleRoute } from '@console/frame/route'

const texts = ['console-boards', 'console-acts', 'console-words'] as const

export const routes: ConsoleRoute[] = [
  { path: '/rounds', name: 'rounds', group: 'boards', place: 60, needs: 'game/rounds', texts, load: async () => (await import('./RoundsScreen')).RoundsScreen },
  {
    path: '/entries',
    name: 'entries',
    group: 'boards',
    place: 61,
    needs: 'game/entries',
    texts,
    load: async () => (await import('./EntriesScreen')).EntriesScreen,
  },
]
