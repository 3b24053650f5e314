import { useText } from '@kit/i18n/text'
import { useNow } from '@kit/time/useNow'
import { Time } from '@kit/ui/Time'
import { act } from '@console/acts/act'
import type { Row } from '@console/contract/contract'
import { useOwn } from '@console/entry/useOwn'
import { Fact } from '@console/frame/Panel'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { mapRows } from '@console/rows/mapRows'
import { useWords } from '@console/words/useWords'
import { useStaff } from './api'
import { authenticatorOf, unopposedOf, waitOf } from './decideStaff'

/** How often it is looked whether the time to set up an authenticator is over. */
const lookEveryMs = 60_000

/** Who is on the list, with which roles. */
export function StaffScreen() {
  const t = useText('console-people')
  const screens = useText('console')
  const { word } = useWords()
  const list = useStaff()
  const own = useOwn()
  const nowMs = useNow(lookEveryMs)

  function said(row: Row<'staff/list'>) {
    const wait = waitOf(row, own.data?.rolesWaiting ?? [])
    const authenticator = authenticatorOf(row, nowMs)
    return {
      ...row,
      roles: row.roles.map((role) => (wait?.roles.includes(role) ? t('staff.waits', { role: word(role) }) : word(role))),
      enrolled: t(`staff.authenticator.${authenticator}`),
      isLate: authenticator === 'late',
      wait,
      row,
    }
  }

  return (
    <RecordsScreen
      title={screens('screen.staff')}
      // A role that waits must not look like one that works: the list is shown once both are known.
      list={mapRows(list, own, said)}
      keyOf={({ id }) => id}
      aboutOf={({ address }) => address}
      nameOf={({ name }) => name}
      columns={[
        ['name', 'text'],
        ['roles', 'words'],
        ['active', 'flag'],
        ['enrolled', 'text'],
        ['lastSignInAt', 'time'],
      ]}
      facts={[
        ['address', 'code'],
        ['roles', 'words'],
        ['active', 'flag'],
        ['createdAt', 'time'],
        ['enrolled', 'text'],
        ['enrolUntil', 'time'],
        ['lastSignInAt', 'time'],
        ['lockedUntil', 'time'],
      ]}
      more={({ isLate, wait }) => (
        <>
          {isLate && <p className="mt-2 text-15 text-loss">{t('staff.late')}</p>}
          {wait?.workAt && (
            <Fact name={t('staff.worksFrom')}>
              <Time at={wait.workAt} plain />
            </Fact>
          )}
          {wait && wait.objectedBy !== '' && (
            <Fact name={t('waiting.objected')}>
              <span translate="no">{wait.objectedBy}</span>
            </Fact>
          )}
        </>
      )}
      acts={({ row: { address, name, roles, active }, wait }) => [
        act('roles/change', { address }, { present: { name, roles: unopposedOf(roles, wait), active } }),
      ]}
      fresh={[act('roles/change', { active: true }, { isNew: true, only: ['address', 'name', 'roles'] })]}
      empty={t('staff.empty')}
    />
  )
}
