import type { ConsoleRoute } from '@console/frame/route'
import { rolesToLookAt } from '@console/session/roles'

export const routes: ConsoleRoute[] = [
  {
    path: '/staff',
    name: 'staff',
    group: 'people',
    place: 90,
    needs: 'staff/list',
    texts: ['console-people', 'console-acts', 'console-words'],
    load: async () => (await import('./StaffScreen')).StaffScreen,
  },
  {
    path: '/waiting-roles',
    name: 'waitingRoles',
    group: 'people',
    place: 91,
    needs: 'roles/object',
    texts: ['console-people', 'console-acts', 'console-words'],
    load: async () => (await import('./WaitingRolesScreen')).WaitingRolesScreen,
    count: (me) => rolesToLookAt(me).length,
  },
]
