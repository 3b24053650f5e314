import { Link } from 'react-router'
import { Gem } from '@kit/art/Gem'
import type { Home } from '@kit/api/contract'
import { useLanguage, useText } from '@kit/i18n/text'
import { formatTime } from '@kit/time/zone'
import { Icon } from '@kit/ui/Icon'

/** When node holders are paid next, and that it may be nothing. */
export function NextDividend({ next }: { next: Home['nextDividend'] }) {
  const t = useText('home-below')
  const language = useLanguage()
  if (!next) return null
  return (
    <Link to="/dividendPool" className="press flex flex-wrap items-center gap-4 rounded-card border border-line bg-raised p-4">
      <span aria-hidden className="h-16 w-16 shrink-0">
        <Gem level="king" />
      </span>
      <span className="min-w-[min(100%,8rem)] flex-1">
        <span className="block text-16 font-semibold">{t('dividend.title')}</span>
        <span className="block text-13 text-muted">{t('dividend.text', { time: formatTime(next.at, language) })}</span>
      </span>
      <span className="text-brass-ink">
        <Icon name="forward" />
      </span>
    </Link>
  )
}
