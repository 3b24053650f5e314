import { Suspense, useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { ListSkeleton } from '@kit/ui/Loading'
import { late } from '@core/frame/late'
import { useSheet } from '@core/frame/useSheet'
import { useMarket, useSales } from './api'
import type { Sale } from './contract'
import { Bids } from './Bids'
import { PriceCard } from './PriceCard'
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
