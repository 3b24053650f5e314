import { oneOf } from '@kit/words/oneOf'
import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { useSearchState } from '@core/frame/useSearchState'
import { connectedProvider, ensureChain } from '@core/session/connection'
import { useSession } from '@core/session/store'
import { addsNoTokens, addToken, noteAddsNoTokens, type ShownToken } from '@core/wallet/addToken'
import type { Balance } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { Loading } from '@kit/ui/Loading'
import { Segmented } from '@kit/ui/Segmented'
import { Skeleton } from '@kit/ui/Skeleton'
import { breakable } from '@kit/ui/breakable'
import { toast } from '@kit/ui/toast'
import { demoWalletId } from '@kit/wallet/provider'
import { useMutation } from '@tanstack/react-query'
import { CurrencyMark } from '../CurrencyMark'
import { figureSize } from '../figure'
import { MovementList } from '../movements/MovementList'
import { useMovements } from '../movements/api'
import { ClassBar, classHue } from './ClassBar'
import { WorthLine } from './WorthLine'
import { useBalances, type Balances } from './api'
import { currencies, decideClasses, decideWorth, type AssetCurrency } from './decideAssets'

/** One currency: what each class of its balance is for, and every movement of it. */
export function BalanceDetailScreen() {
  const t = useText('wallet')
  const [search, change] = useSearchState()
  const currency = oneOf(currencies, search.get('currency')) ?? 'USDT'
  const balances = useBalances()
  const movements = useMovements({ currency })
  return (
    <Screen title={t('detail.title', { currency })} onRefresh={() => Promise.all([balances.refetch(), movements.refresh()])}>
      <Segmented label={t('detail.currency')} value={currency} onChange={(next) => change({ currency: next })} of={currencies} />
      <div className="mt-3">
        <Answer of={balances} waiting={<HoldingSkeleton currency={currency} />}>
          {(answer) => <Holding currency={currency} answer={answer} />}
        </Answer>
      </div>
      <h2 className="mt-6 mb-3 text-18 font-semibold">{t('detail.movements')}</h2>
      <MovementList list={movements} isFiltered={false} />
    </Screen>
  )
}

function Holding({ currency, answer }: { currency: AssetCurrency; answer: Balances }) {
  const t = useText('wallet')
  if (currency === 'GP') {
    return (
      <Card label={t('points.name')}>
        <div className="flex items-center gap-3">
          <CurrencyMark currency="GP" size={48} />
          <div className="min-w-0">
            <p className="text-13 text-muted">{t('points.name')}</p>
            <p className={`leading-tight font-semibold ${figureSize(String(answer.gamePoints))} ${breakable}`}>
              <Amount value={String(answer.gamePoints)} currency="GP" own />
            </p>
          </div>
        </div>
        <p className="mt-3 text-15 text-muted">{t('points.about')}</p>
      </Card>
    )
  }
  const balance = answer.list.find((one) => one.currency === currency) ?? nothingOf(currency)
  return (
    <>
      <BalanceClasses balance={balance} />
      <div className="mt-3 flex flex-col gap-2">
        <LinkButton to={`/withdraw?currency=${currency}`} wide>
          {t('action.withdraw')}
        </LinkButton>
        <AddToken currency={currency} />
      </div>
    </>
  )
}

/** Nothing held, as long as the answer is not there: nothing is said of a price either. */
function nothingOf(currency: AssetCurrency): Balance {
  return { currency, available: '0', frozen: '0', locked: '0', escrow: '0', total: '0', delayed: '0', usdtValue: '0', priceAt: '' }
}

/** Exactly as tall as what will stand here, in every language and size of text. */
function HoldingSkeleton({ currency }: { currency: AssetCurrency }) {
  return (
    <Loading className="relative">
      <div aria-hidden inert className="invisible">
        <Holding currency={currency} answer={{ list: [nothingOf(currency)], gamePoints: 0 }} />
      </div>
      <div className="absolute inset-0 rounded-card border border-line bg-raised p-4">
        <Skeleton height="100%" />
      </div>
    </Loading>
  )
}

/** Lets the connected wallet show a currency's token; nothing where the wallet cannot, or none is attached. */
function AddToken({ currency }: { currency: string }) {
  const t = useText('wallet')
  const { walletId, app, onChain } = useSession()
  const token = app?.networks.find((network) => network.chainId === app.chainId)?.tokens.find((one) => one.currency === currency)
  const ask = useMutation({
    mutationFn: (shown: ShownToken) => addTo(shown),
    onSuccess: (added) => {
      if (added === 'added') toast.success(t('token.added', { currency }))
      if (added === 'unknown' && walletId) noteAddsNoTokens(walletId)
    },
  })
  if (ask.data === 'unknown') return <Alert tone="plain">{t('token.unknown')}</Alert>
  // The session notes the chain when a wallet is attached.
  if (!token || !walletId || onChain === null || walletId === demoWalletId || addsNoTokens(walletId)) return null
  return (
    <Button kind="quiet" wide busy={ask.isPending} onClick={() => ask.mutate(token)}>
      {t('token.add', { currency })}
    </Button>
  )
}

/** A token of one chain is of no use to a wallet on another. */
async function addTo(token: ShownToken) {
  if (!(await ensureChain())) return 'refused'
  const provider = connectedProvider()
  return provider ? addToken(provider, token) : 'refused'
}

/** One currency's balance, class by class, with what each class is. */
function BalanceClasses({ balance }: { balance: Balance }) {
  const t = useText('wallet')
  const parts = decideClasses(balance)
  return (
    <Card label={t('holding.label', { currency: balance.currency })}>
      <div className="flex items-center gap-3">
        <CurrencyMark currency={balance.currency} size={48} />
        <div className="min-w-0">
          <p className="text-13 text-muted">{t('class.total')}</p>
          <p className="text-16 font-semibold" translate="no">
            {balance.currency}
          </p>
        </div>
      </div>
      <p className={`mt-2 leading-tight font-semibold ${figureSize(balance.total)} ${breakable}`}>
        <Amount value={balance.total} currency={balance.currency} bare own />
      </p>
      <p className="text-13 text-muted">
        <WorthLine worth={decideWorth(balance)} />
      </p>
      <div className="mt-4">
        <ClassBar parts={parts} />
      </div>
      <dl className="mt-1 divide-y divide-line">
        {parts.map(({ name, amount }) => (
          <div key={name} className="grid grid-cols-1 gap-x-4 py-3 last:pb-0">
            <dt className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="flex items-center gap-2 text-15 font-medium">
                <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: classHue[name] }} />
                {t(`class.${name}`)}
              </span>
            </dt>
            <dd className="mt-0.5 flex flex-col">
              <span className={`text-16 font-semibold ${breakable}`}>
                <Amount value={amount} currency={balance.currency} own />
              </span>
              <span className="text-13 text-muted">{t(`about.${name}`)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
