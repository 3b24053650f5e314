import type { ConsoleRoute } from '@console/frame/route'

export const routes: ConsoleRoute[] = [
  {
    path: '/checklist',
    name: 'checklist',
    group: 'boards',
    place: 90,
    needs: 'boards/checklist',
    texts: ['console-boards', 'console-words'],
    load: async () => (await import('./ChecklistScreen')).ChecklistScreen,
  },
]
