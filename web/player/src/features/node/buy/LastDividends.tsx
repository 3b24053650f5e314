import { Link } from '@core/frame/links'
import { dividendPlace } from '@core/frame/places'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import type { LevelOffer } from '../contract'

/** What the level brought in past months; each figure leads to the statement that explains it. */
export function LastDividends({ level }: { level: LevelOffer }) {
  const t = useText('node')
  const { month } = useFigures()
  return (
    <Card label={t('buy.past.title')}>
      <h2 className="text-16 font-semibold">{t('buy.past.title')}</h2>
      <p className="mt-1 text-13 text-muted">{t(level.lastDividends.length > 0 ? 'buy.past.note' : 'buy.past.none')}</p>
      {level.lastDividends.length > 0 && (
        <ul className="mt-1 divide-y divide-line">
          {level.lastDividends.map((past) => (
            <li key={past.month}>
              <Link to={dividendPlace(past.month, level.level)} className="press flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-15">
                <span className="text-brass-ink">{month(past.month)}</span>
                <Amount value={past.full} currency="USDT" decimalsMax={4} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
