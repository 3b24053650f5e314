import { Link } from 'react-router'
import type { Home } from '@kit/api/contract'
import { langOf } from '@kit/i18n/language'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'

/** The incident that goes on, before everything else; a press tells all of it. */
export function Incident({ incident }: { incident: NonNullable<Home['incident']> }) {
  const t = useText('home')
  return (
    <Link to={`/newsDetails?id=${incident.id}`} className="press flex min-h-22 items-center gap-3 rounded-card border border-loss bg-raised px-4 py-3">
      <span className="text-loss">
        <Icon name="info" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-13 font-medium text-loss">{t('incident')}</span>
        <span lang={langOf(incident)} className="line-clamp-2 text-15 leading-snug font-semibold break-words">
          {incident.title}
        </span>
      </span>
      <span className="text-muted">
        <Icon name="forward" size={18} />
      </span>
    </Link>
  )
}
