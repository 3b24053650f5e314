import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Age } from '@kit/ui/Age'
import { Card } from '@kit/ui/Card'
import { EmptyState } from '@kit/ui/EmptyState'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Screen } from '@core/frame/Screen'
import { Skeleton } from '@kit/ui/Skeleton'
import { useSheet } from '@core/frame/useSheet'
import { useBalances } from './api'
import { AssetCard } from './AssetCard'
import { CountedMark } from '../checks/CountedMark'
import { CurrencyMark } from '../CurrencyMark'
import { PointsCard } from './PointsCard'
import { TopUpSheet } from '../topup/TopUpSheet'
import { WalletActions } from './WalletActions'
import { WalletSkeleton } from './WalletSkeleton'
import { WalletTotal } from './WalletTotal'

/** The wallet: every currency by purpose, the way in and the ways out. */
export function WalletScreen() {
  const t = useText('wallet-assets')
  const balances = useBalances()
  const topUp = useSheet('topup')
  const { data } = balances
  return (
    <Screen title={t('title')}>
      <PullToRefresh onRefresh={() => balances.refetch()}>
        <Card label={t('total.label')}>
          {data ? <WalletTotal balances={data.list} /> : <TotalSkeleton isWaiting={balances.isPending} />}
          <CountedMark />
          <div aria-hidden className="rule mt-1" />
          <WalletActions onTopUp={topUp.open} />
        </Card>
        <h2 className="mt-6 mb-3 text-18 font-semibold">{t('assets')}</h2>
        {balances.isPending && <WalletSkeleton />}
        <ErrorRetry of={balances} />
        {data && (
          <ul className="flex flex-col gap-3">
            {data.list.length === 0 && (
              <li>
                <EmptyState title={t('empty.title')} hint={t('empty.hint')} art={<CurrencyMark currency="USDT" size={112} />} />
              </li>
            )}
            {data.list.map((balance) => (
              <li key={balance.currency}>
                <AssetCard balance={balance} />
              </li>
            ))}
            <li>
              <PointsCard points={data.gamePoints} />
            </li>
          </ul>
        )}
      </PullToRefresh>
      <TopUpSheet isOpen={topUp.isOpen} onClose={topUp.close} />
    </Screen>
  )
}

function TotalSkeleton({ isWaiting }: { isWaiting: boolean }) {
  const t = useText('wallet-assets')
  return (
    <div>
      <p className="text-13 text-muted">{t('total.label')}</p>
      <p className="mt-0.5 text-40 leading-tight font-semibold">{isWaiting ? <Skeleton width="210px" height="1.25em" /> : '—'}</p>
      {/* As tall as the line that says how old the prices are, which large text breaks in two. */}
      <p aria-hidden className="invisible mt-1 min-h-[1.5em] text-13">
        {t('total.prices')} <Age at={new Date(serverNow()).toISOString()} />
      </p>
    </div>
  )
}
