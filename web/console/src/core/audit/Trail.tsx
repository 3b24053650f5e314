import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Time } from '@kit/ui/Time'
import { useAnswer } from '../api/useAnswer'
import { Part } from '../frame/Panel'
import { mayCall } from '../session/roles'
import { useMe } from '../session/store'

/** What the audit log says of a record, each line with the way to its entry; for whoever may read the log. */
export function AuditTrail({ subject }: { subject: string }) {
  const t = useText('console')
  const me = useMe()
  const isReader = mayCall(me, 'audit/list')
  const { data } = useAnswer('audit/list', { subject, size: 20 }, { isOff: !isReader })
  if (!data || data.list.length === 0) return null
  return (
    <Part title={t('audit.trail')}>
      <ul className="text-13">
        {data.list.map(({ seq, action, at, outcome }) => (
          <li key={seq} className="flex flex-wrap justify-between gap-x-3 py-0.5">
            <Link to={`/audit?subject=${encodeURIComponent(subject)}&item=${seq}`} className="underline underline-offset-4">
              <span translate="no">{action}</span>
            </Link>
            <span className={outcome === 'refused' ? 'text-loss' : 'text-muted'}>
              <Time at={at} plain />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
