import { Link } from 'react-router'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Time } from '@kit/ui/Time'
import { rolesToLookAt } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { Announced } from '@console/words/Announced'

/** Who was given a role that touches money or terms and does not work by it yet: above every screen, as anybody can object until then. */
export function RolesToLookAt() {
  const t = useText('console')
  const { list } = useFigures()
  const rows = rolesToLookAt(useMe())
  if (rows.length === 0) return null
  return (
    <div role="status" className="border-b border-line bg-sunk px-4 py-2 text-15 break-words">
      {rows.map(({ staffId, name, roles, workAt }) => (
        <p key={staffId} className="py-1">
          <Announced by={t('rolesWait')}>
            <Link to="/waiting-roles" className="font-semibold underline underline-offset-4">
              {t('named', { name, value: list(roles.map((role) => t(`role.${role}`))) })}
            </Link>
          </Announced>{' '}
          <span className="text-13 text-muted">
            <Announced by={t('rolesWait.from')}>
              <Time at={workAt} plain />
            </Announced>
          </span>
        </p>
      ))}
    </div>
  )
}
