import { Link } from '@core/frame/links'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Card } from '@kit/ui/Card'
import { EmptyState } from '@kit/ui/EmptyState'
import { Screen } from '@core/frame/Screen'
import { Sheet } from '@kit/ui/Sheet'
import { Skeleton } from '@kit/ui/Skeleton'
import { useSheet } from '@core/frame/useSheet'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { Icon } from '@kit/ui/Icon'
import { Loading } from '@kit/ui/Loading'
import { CountedMark } from '../checks/CountedMark'
import { CurrencyMark } from '../CurrencyMark'
import { TopUp } from '../topup/TopUp'
import { useBalances } from './api'
import { AssetCard } from './AssetCard'
import { WalletActions } from './WalletActions'
import { TotalSkeleton, WalletTotal } from './WalletTotal'

/** The wallet: every currency by purpose, the way in and the ways out. */
export function WalletScreen() {
  const t = useText('wallet')
  const balances = useBalances()
  const topUp = useSheet('topup', ['tx'])
  const { data } = balances
  return (
    <Screen title={t('title')} onRefresh={() => balances.refetch()}>
      <Card label={t('total.label')}>
        {data ? <WalletTotal balances={data.list} /> : <TotalSkeleton isWaiting={balances.isPending} />}
        <CountedMark />
        <div aria-hidden className="rule mt-1" />
        <WalletActions onTopUp={topUp.open} />
      </Card>
      <h2 className="mt-6 mb-3 text-18 font-semibold">{t('assets')}</h2>
      <Answer of={balances} waiting={<WalletSkeleton />}>
        {({ list, gamePoints }) => (
          <ul className="flex flex-col gap-3">
            {list.length === 0 && (
              <li>
                <EmptyState title={t('empty.title')} hint={t('empty.hint')} art={<CurrencyMark currency="USDT" size={112} />} />
              </li>
            )}
            {list.map((balance) => (
              <li key={balance.currency}>
                <AssetCard balance={balance} />
              </li>
            ))}
            <li>
              <PointsCard points={gamePoints} />
            </li>
          </ul>
        )}
      </Answer>
      <Sheet open={topUp.isOpen} onClose={topUp.close} title={t('topUp.title')}>
        <TopUp />
      </Sheet>
    </Screen>
  )
}

/** The game points: a purse of its own beside the currencies. */
function PointsCard({ points }: { points: number }) {
  const t = useText('wallet')
  return (
    <Link to="/balanceDetail?currency=GP" className="press flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-raised p-4">
      <CurrencyMark currency="GP" />
      <span className="min-w-0 flex-[1_1_7rem]">
        <span className="flex items-center gap-1 text-16 font-semibold">
          {t('points.name')}
          <Icon name="forward" size={16} look="text-muted" />
        </span>
        <span className="block text-13 text-muted">{t('points.note')}</span>
      </span>
      <span className={`text-18 font-semibold ${breakable}`}>
        <Amount value={String(points)} currency="GP" own />
      </span>
    </Link>
  )
}

/** The measures of three currencies while they are on the way. */
function WalletSkeleton() {
  return (
    <Loading>
      {['USDT', 'ETLD', 'ETH'].map((currency) => (
        <div key={currency} className="rounded-card border border-line bg-raised p-4">
          <div className="flex items-center gap-3">
            <Skeleton width="40px" height="40px" round />
            <Skeleton width="56px" height="20px" />
            <span className="flex-1" />
            <Skeleton width="110px" height="24px" />
          </div>
          <div className="mt-3">
            <Skeleton height="6px" round />
          </div>
          <div className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2">
            {['a', 'b', 'c', 'd'].map((cell) => (
              <Skeleton key={cell} width="70%" height="42px" />
            ))}
          </div>
        </div>
      ))}
    </Loading>
  )
}
