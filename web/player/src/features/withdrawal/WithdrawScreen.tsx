import { Link, useNavigate, useSearchParams } from 'react-router'
import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Icon } from '@kit/ui/Icon'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Screen } from '@core/frame/Screen'
import { Segmented } from '@kit/ui/Segmented'
import { Skeletons } from '@kit/ui/Loading'
import { useWithdrawConfig } from './api'
import { chooseTerms, currenciesOf, knownTerms, networksOf } from './decideWithdraw'
import { WhatHappensNext } from './WhatHappensNext'
import { WithdrawForm } from './WithdrawForm'

/** Sends a balance to the person's own wallet; the address keeps currency and network. */
export function WithdrawScreen() {
  const t = useText('withdrawal')
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const config = useWithdrawConfig()
  const all = knownTerms(config.data)
  const terms = chooseTerms(all, params.get('currency'), params.get('network'))
  const choose = (currency: string, network?: string) => setParams(network ? { currency, network } : { currency }, { replace: true })
  return (
    <Screen title={t('title')} right={<RecordsLink />}>
      <PullToRefresh onRefresh={() => config.refetch()}>
        {config.isPending && <Skeletons heights={['54px', '152px', '106px', '154px', '52px', '270px']} className="flex flex-col gap-4" />}
        <ErrorRetry of={config} />
        {config.data && !terms && <EmptyState title={t('empty.title')} hint={t('empty.hint')} />}
        {config.data && terms && (
          <div className="flex flex-col gap-4">
            <Segmented
              label={t('currency')}
              value={terms.currency}
              onChange={(currency) => choose(currency)}
              options={currenciesOf(all).map((value) => ({ value, label: value }))}
            />
            <WithdrawForm
              // What was entered belongs to a currency.
              key={terms.currency}
              config={config.data}
              terms={terms}
              networks={networksOf(all, terms.currency)}
              onChooseNetwork={(network) => choose(terms.currency, network)}
              onDone={(withdrawNo) => void navigate(`/withdrawRecord?id=${encodeURIComponent(withdrawNo)}`, { replace: true })}
            />
            <WhatHappensNext config={config.data} network={terms.network} currency={terms.currency} />
          </div>
        )}
      </PullToRefresh>
    </Screen>
  )
}

function RecordsLink() {
  const t = useText('withdrawal')
  return (
    <Link to="/withdrawRecord" aria-label={t('records')} className="press inline-flex size-11 items-center justify-center rounded-field">
      <Icon name="clock" />
    </Link>
  )
}
