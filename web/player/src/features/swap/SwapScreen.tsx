import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { HeadAct } from '@core/frame/HeadAct'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { EmptyState } from '@kit/ui/EmptyState'
import { Screen } from '@core/frame/Screen'
import { ListSkeleton } from '@kit/ui/Loading'
import { useSwapBalances, useSwapConfig } from './api'
import type { Exchange } from './contract'
import { choosePair, currencyOf } from './decideSwap'
import { SwapForm } from './SwapForm'

/** The exchange form of one pair; the address keeps which. */
export function SwapScreen() {
  const t = useText('swap')
  const [params, setParams] = useSearchParams()
  const [made, setMade] = useState<Exchange | null>(null)
  const config = useSwapConfig()
  const balances = useSwapBalances()
  // The balances stand in the form: it comes when both are there, so that nothing in it moves.
  const isPending = config.isPending || balances.isPending
  return (
    <Screen
      title={t('title')}
      right={
        <HeadAct to="/finance" icon="clock">
          {t('records.title')}
        </HeadAct>
      }
      onRefresh={() => Promise.all([config.refetch(), balances.refetch()])}
    >
      <Answer of={config} isHeldBack={isPending} waiting={<ListSkeleton rows={3} height="88px" />}>
        {({ pairs }) => {
          const pair = choosePair(pairs, currencyOf(params.get('pay')), currencyOf(params.get('receive')))
          if (!pair) return <EmptyState title={t('empty.pairs')} hint={t('empty.pairsHint')} />
          return (
            <SwapForm
              pairs={pairs}
              pair={pair}
              availableOf={(currency) => balances.data?.list.find((balance) => balance.currency === currency)?.available ?? null}
              onChoose={(pay, receive) => setParams({ pay, receive }, { replace: true })}
              made={made}
              onDone={setMade}
            />
          )
        }}
      </Answer>
      {!isPending && <p className="mt-4 text-13 text-muted">{t('risk')}</p>}
    </Screen>
  )
}
