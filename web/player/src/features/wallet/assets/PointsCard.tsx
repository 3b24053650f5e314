import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { Icon } from '@kit/ui/Icon'
import { CurrencyMark } from '../CurrencyMark'

/** The game points: a purse of its own beside the currencies. */
export function PointsCard({ points }: { points: number }) {
  const t = useText('wallet-assets')
  return (
    <Link to="/balanceDetail?currency=GP" className="press flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-raised p-4">
      <CurrencyMark currency="GP" />
      <span className="min-w-0 flex-[1_1_7rem]">
        <span className="flex items-center gap-1 text-16 font-semibold">
          {t('points.name')}
          <span className="text-muted">
            <Icon name="forward" size={16} />
          </span>
        </span>
        <span className="block text-13 text-muted">{t('points.note')}</span>
      </span>
      <span className={`text-18 font-semibold ${breakable}`}>
        <Amount value={String(points)} currency="GP" own />
      </span>
    </Link>
  )
}
