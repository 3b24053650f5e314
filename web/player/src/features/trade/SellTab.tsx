import { Suspense, useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { ListSkeleton } from '@kit/ui/Loading'
import { late } from '@core/frame/late'
import { useSheet } from '@core/frame/useSheet'
import { Age } from '@kit/ui/Age'
import { Amount } from '@kit/ui/Amount'
import { DayChange } from '@core/price/DayChange'
import { useMarket, useSales } from './api'
import type { Sale, Market } from './contract'
import { Bids } from './Bids'
import { PriceHistory } from './PriceHistory'
import { SaleRecords } from './SaleRecords'
import { SellForm } from './SellForm'

const AlertsSheet = late(() => import('./alerts/AlertsSheet').then((module) => module.AlertsSheet), ['notice'])

/** Selling ETLD to the funded bids: price and form at first sight, then the chart, the bids and my sales. */
export function SellTab() {
  const t = useText('trade')
  const market = useMarket()
  const records = useSales()
  const [made, setMade] = useState<Sale | null>(null)
  const alerts = useSheet('alerts')
  // Once it was opened it stays, so that it can close slowly.
  const [wasOpened, setWasOpened] = useState(false)
  if (alerts.isOpen && !wasOpened) setWasOpened(true)
  return (
    <PullToRefresh onRefresh={() => Promise.all([market.refetch(), records.refresh()])}>
      <Answer of={market} waiting={<ListSkeleton rows={2} height="240px" />}>
        {(data) => (
          <div className="flex flex-col gap-4">
            <PriceCard market={data} />
            <SellForm market={data} made={made} onDone={setMade} />
            <Button kind="quiet" wide onClick={alerts.open}>
              {t('alerts')}
            </Button>
            <p className="text-13 text-muted">{t('risk')}</p>
            <Card>
              <PriceHistory />
            </Card>
            <h2 className="text-18 font-semibold">{t('bids.title')}</h2>
            <Bids market={data} />
          </div>
        )}
      </Answer>
      {/* Only below what has its final height: it must not be pushed away. */}
      {!market.isPending && (
        <>
          <h2 className="mt-6 mb-3 text-18 font-semibold">{t('records.title')}</h2>
          <SaleRecords list={records} />
        </>
      )}
      {wasOpened && (
        <Suspense fallback={null}>
          <AlertsSheet isOpen={alerts.isOpen} onClose={alerts.close} />
        </Suspense>
      )}
    </PullToRefresh>
  )
}

/** What a seller really gets for ETLD now. */
function PriceCard({ market }: { market: Market }) {
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
