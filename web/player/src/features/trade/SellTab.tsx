import { late } from '@core/frame/late'
import { useSheet } from '@core/frame/useSheet'
import { DayChange } from '@core/price/DayChange'
import { Explained } from '@core/words/Explained'
import { useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { EmptyState } from '@kit/ui/EmptyState'
import type { EndlessList } from '@kit/ui/ListEnd'
import { ListSkeleton } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Rows } from '@kit/ui/Rows'
import { Time } from '@kit/ui/Time'
import { Suspense, useState } from 'react'
import { PriceHistory } from './PriceHistory'
import { SellForm } from './SellForm'
import { useMarket, useSales } from './api'
import type { Market, Sale } from './contract'
import { decideDepth } from './decideTrade'

const AlertsSheet = late(() => import('./alerts/AlertsSheet').then((module) => module.AlertsSheet), ['notice'])

/** Selling ETLD to the funded bids: price and form at first sight, then the chart, the bids and my sales. */
export function SellTab() {
  const t = useText('trade')
  const market = useMarket()
  const records = useSales()
  const [made, setMade] = useState<Sale | null>(null)
  const alerts = useSheet('alerts')
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
      {alerts.isOpen && (
        <Suspense fallback={null}>
          <AlertsSheet onClose={alerts.close} />
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

/** The person's sales, newest first, also those made by an exchange. */
function SaleRecords({ list }: { list: EndlessList<Sale> }) {
  const t = useText('trade')
  return (
    <Rows
      keyOf={(sale) => sale.saleNo}
      look="figures"
      list={list}
      waiting={<ListSkeleton rows={2} height="66px" />}
      empty={<EmptyState title={t('records.empty')} hint={t('records.emptyHint')} />}
    >
      {(sale) => (
        <div className="py-3">
          <p className="flex flex-wrap justify-between gap-x-3 text-15">
            <Amount value={sale.filled} currency="ETLD" own />
            <span className="ml-auto font-semibold text-gain">
              <Amount value={sale.net} currency="USDT" signed own />
            </span>
          </p>
          <p className="flex flex-wrap justify-between gap-x-3 text-13 text-muted">
            <span>
              {t('facts.average')} <Amount value={sale.average} currency="USDT" />
            </span>
            <span>
              {t('records.fee')} <Amount value={sale.fee} currency="USDT" own />
            </span>
          </p>
          {/[1-9]/.test(sale.unfilled) && (
            <p className="text-13 text-muted">
              {t('facts.unfilled')} <Amount value={sale.unfilled} currency="ETLD" own />
            </p>
          )}
          <p className="text-13 text-muted">
            <Time at={sale.createdAt} as="second" /> · {t(sale.via === 'swap' ? 'via.swap' : 'via.trade')}
          </p>
        </div>
      )}
    </Rows>
  )
}

const shownMax = 10

/** The funded bids, the best first, each with what it still buys; the bar behind it is what it and the better ones buy of all. */
function Bids({ market }: { market: Market }) {
  const t = useText('trade')
  if (market.bids.length === 0) return <EmptyState title={t('bids.none')} hint={t('bids.noneHint')} />
  return (
    <Card label={t('bids.title')}>
      <table className="w-full text-15 [&_.fig]:break-words [&_.fig]:whitespace-normal">
        <thead className="text-13 text-muted [overflow-wrap:anywhere]">
          <tr>
            <th scope="col" className="px-2 pb-1 text-left font-normal">
              {t('bids.price')}
            </th>
            <th scope="col" className="px-2 pb-1 text-right font-normal">
              {t('bids.rest')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {decideDepth(market.bids.slice(0, shownMax), market.depth).map(({ bid, share }) => (
            <tr
              key={bid.price}
              style={{
                backgroundImage: `linear-gradient(to left, color-mix(in oklab, var(--gain) 16%, transparent) ${share * 100}%, transparent ${share * 100}%)`,
              }}
            >
              <td className="px-2 py-1.5 text-left">
                <Amount value={bid.price} currency="USDT" bare />
              </td>
              <td className="px-2 py-1.5 text-right">
                <Amount value={bid.rest} currency="ETLD" bare />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-13 text-muted">
        <Explained word="fundedBid">{t('bids.depth')}</Explained> <Amount value={market.depth} currency="ETLD" />
      </p>
    </Card>
  )
}
