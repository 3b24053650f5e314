import { useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { DayChange } from '@core/price/DayChange'
import type { Market } from './contract'

/** What a seller really gets for ETLD now. */
export function PriceCard({ market }: { market: Market }) {
  const t = useText('trade')
  const hasBuyer = /[1-9]/.test(market.price)
  return (
    <Card label={t('price.label')}>
      <p className="text-13 text-muted">{t('price.label')}</p>
      <p className={`font-semibold ${hasBuyer ? 'text-28 [&_.fig]:break-words [&_.fig]:whitespace-normal' : 'text-18'}`}>
        {hasBuyer ? <Amount value={market.price} currency="USDT" /> : t('bids.none')} {hasBuyer && <DayChange currency="ETLD" />}
      </p>
      {hasBuyer && (
        <p className="text-13 text-muted">
          {t('price.source')} · <Age at={market.at} />
        </p>
      )}
      {market.stopped && (
        <p role="status" className="mt-2 text-15">
          {t('stopped')} {market.reason}
        </p>
      )}
    </Card>
  )
}
