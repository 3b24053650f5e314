import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'

/** The way to what nodes are paid from. */
export function PoolLink() {
  const t = useText('node-list')
  return (
    <Link to="/dividendPool" className="press flex min-h-14 items-center justify-between gap-3 rounded-card border border-line px-4 py-2">
      <span className="min-w-0">
        <span className="block text-15 font-semibold">{t('pool.title')}</span>
        <span className="block text-13 text-muted">{t('pool.text')}</span>
      </span>
      <span className="text-brass-ink">
        <Icon name="forward" />
      </span>
    </Link>
  )
}
