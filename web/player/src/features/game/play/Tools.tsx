import type { ReactNode } from 'react'
import { Link } from '@core/frame/links'
import { useSheet } from '@core/frame/useSheet'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Icon } from '@kit/ui/Icon'

const row = 'press flex min-h-12 w-full flex-wrap items-center gap-x-3 px-4 text-left text-15'

/** What stands beside playing: points for it and back, how it is fair, and how to play less. */
export function Tools({ points }: { points: number }) {
  const t = useText('game')
  const fairness = useSheet('fairness')
  const exchange = useSheet('exchange')
  return (
    <ul className="divide-y divide-line rounded-card border border-line">
      <Tool onPress={exchange.open}>
        {t('exchange.open')}
        <span className="points ml-auto">
          <Amount value={String(points)} currency="GP" own />
        </span>
      </Tool>
      <Tool onPress={fairness.open}>{t('fair.open')}</Tool>
      <li>
        <Link to="/trade?tab=box&view=limits" className={row}>
          <span className="min-w-0 flex-1">{t('limits.title')}</span>
          <Forward />
        </Link>
      </li>
    </ul>
  )
}

function Tool({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" onClick={onPress} className={row}>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">{children}</span>
        <Forward />
      </button>
    </li>
  )
}

function Forward() {
  return <Icon name="forward" size={18} look="text-muted" />
}
