import { Screen } from '@core/frame/Screen'
import { Link } from '@core/frame/links'
import { useSheet } from '@core/frame/useSheet'
import { signOf } from '@kit/amount/format'
import type { Balance } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { EmptyState } from '@kit/ui/EmptyState'
import { Icon, type IconName } from '@kit/ui/Icon'
import { Loading } from '@kit/ui/Loading'
import { Sheet } from '@kit/ui/Sheet'
import { Skeleton } from '@kit/ui/Skeleton'
import { breakable } from '@kit/ui/breakable'
import { CurrencyMark } from '../CurrencyMark'
import { CountedMark } from '../checks/CountedMark'
import { TopUp } from '../topup/TopUp'
import { ClassBar, classHue } from './ClassBar'
import { TotalSkeleton, WalletTotal } from './WalletTotal'
import { WorthLine } from './WorthLine'
import { useBalances } from './api'
import { decideClasses, decideWorth } from './decideAssets'

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
      {topUp.isOpen && (
        <Sheet open onClose={topUp.close} title={t('topUp.title')}>
          <TopUp />
        </Sheet>
      )}
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

/** One currency: its total, what that is worth, and its classes. Opens the currency's own page. */
function AssetCard({ balance }: { balance: Balance }) {
  const t = useText('wallet')
  const parts = decideClasses(balance).filter(({ name, amount }) => name === 'available' || signOf(amount) > 0)
  const { currency } = balance
  return (
    <Link to={`/balanceDetail?currency=${currency}`} className="press block rounded-card border border-line bg-raised p-4">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CurrencyMark currency={currency} />
        <span className="flex items-center gap-1 text-16 font-semibold" translate="no">
          {currency}
          <Icon name="forward" size={16} look="text-muted" />
        </span>
        <span className={`flex flex-[1_1_auto] flex-col items-end text-right [&>*]:max-w-full ${breakable}`}>
          <span className="text-18 font-semibold">
            <span className="sr-only">{t('class.total')} </span>
            <Amount value={balance.total} currency={currency} bare own />
          </span>
          <span className="text-13 text-muted">
            <WorthLine worth={decideWorth(balance)} />
          </span>
        </span>
      </span>
      {signOf(balance.total) > 0 && <Classes currency={currency} parts={parts} />}
    </Link>
  )
}

/** How the total is spread over its classes; zeros would say nothing. */
function Classes({ currency, parts }: { currency: string; parts: ReturnType<typeof decideClasses> }) {
  const t = useText('wallet')
  return (
    <>
      <span className="mt-3 block">
        <ClassBar parts={parts} />
      </span>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-4 gap-y-2">
        {parts.map(({ name, amount }) => (
          <div key={name} className="min-w-0">
            <dt className="flex items-center gap-1.5 text-13 text-muted">
              <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: classHue[name] }} />
              {t(`class.${name}`)}
            </dt>
            <dd className={`text-15 ${breakable} ${signOf(amount) === 0 ? 'text-muted' : 'font-medium'}`}>
              <Amount value={amount} currency={currency} bare own />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const links = [
  { key: 'withdraw', path: '/withdraw', icon: 'upload' },
  { key: 'exchange', path: '/finance', icon: 'trade' },
  { key: 'movements', path: '/transaction', icon: 'clock' },
] as const satisfies readonly { key: string; path: string; icon: IconName }[]

/** What can be done with the assets; topping up is the main one. */
function WalletActions({ onTopUp }: { onTopUp: () => void }) {
  const t = useText('wallet')
  return (
    <div className="mt-4 flex flex-col gap-3">
      <Button kind="main" wide onClick={onTopUp}>
        <Icon name="plus" />
        {t('action.topUp')}
      </Button>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-2">
        {links.map(({ key, path, icon }) => (
          <li key={key}>
            <Link
              to={path}
              className="press flex min-h-11 flex-col items-center justify-center gap-1 rounded-field border border-line bg-sunk px-1 py-2 text-center text-13 leading-tight font-medium tiny:text-11"
            >
              <Icon name={icon} look="text-brass-ink" />
              {t(`action.${key}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
