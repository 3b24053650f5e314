import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useStaff } from './api'

/** Who is on the list, with which roles. */
export function StaffScreen() {
  const t = useText('console-people')
  return (
    <RecordsScreen
      title={t('staff.title')}
      list={useStaff()}
      keyOf={({ id }) => id}
      aboutOf={({ address }) => address}
      nameOf={({ name }) => name}
      columns={[
        ['name', 'text'],
        ['roles', 'words'],
        ['active', 'flag'],
        ['lastSignInAt', 'time'],
      ]}
      facts={[
        ['address', 'code'],
        ['roles', 'words'],
        ['active', 'flag'],
        ['createdAt', 'time'],
        ['enrolled', 'flag'],
        ['enrolUntil', 'time'],
        ['lastSignInAt', 'time'],
        ['lockedUntil', 'time'],
      ]}
      acts={({ address, name, roles, active }) => [act('roles/change', { address }, { present: { name, roles, active } })]}
      fresh={[act('roles/change', { active: true }, { isNew: true, only: ['address', 'name', 'roles'] })]}
      empty={t('staff.empty')}
    />
  )
}
