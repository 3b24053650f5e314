import { useSearchParams } from 'react-router'
import { useNavigate } from '@core/frame/links'
import { HeadAct } from '@core/frame/HeadAct'
import { useText, useLanguage } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { EmptyState } from '@kit/ui/EmptyState'
import { Screen } from '@core/frame/Screen'
import { placeOf } from '@core/frame/places'
import { Segmented } from '@kit/ui/Segmented'
import { Skeletons } from '@kit/ui/Loading'
import { formatAmount } from '@kit/amount/format'
import { NumberedRules } from '@kit/ui/NumberedRules'
import { useWithdrawConfig } from './api'
import { chooseTerms, currenciesOf, knownTerms, networksOf } from './decideWithdraw'
import { WithdrawForm } from './WithdrawForm'
import type { WithdrawConfig } from './contract'

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
    <Screen
      title={t('title')}
      right={
        <HeadAct to="/withdrawRecord" icon="clock">
          {t('records')}
        </HeadAct>
      }
      onRefresh={() => config.refetch()}
    >
      <Answer of={config} waiting={<Skeletons heights={['54px', '152px', '106px', '154px', '52px', '270px']} className="flex flex-col gap-4" />}>
        {(data) =>
          terms ? (
            <div className="flex flex-col gap-4">
              <Segmented label={t('currency')} value={terms.currency} onChange={(currency) => choose(currency)} of={currenciesOf(all)} />
              <WithdrawForm
                // What was entered belongs to a currency.
                key={terms.currency}
                config={data}
                terms={terms}
                networks={networksOf(all, terms.currency)}
                onChooseNetwork={(network) => choose(terms.currency, network)}
                onDone={(withdrawNo) => navigate(placeOf('withdrawal', withdrawNo), { replace: true })}
              />
              <WhatHappensNext config={data} network={terms.network} currency={terms.currency} />
            </div>
          ) : (
            <EmptyState title={t('empty.title')} hint={t('empty.hint')} />
          )
        }
      </Answer>
    </Screen>
  )
}

/** The way of a withdrawal from here on, before anything is signed. */
function WhatHappensNext({ config, network, currency }: { config: WithdrawConfig; network: string; currency: string }) {
  const t = useText('withdrawal')
  const language = useLanguage()
  const steps = [
    t('next.sign'),
    t('next.review', { automatic: formatAmount(config.automaticMax, language), hours: config.reviewHours }),
    // A hyphen that does not break: half a network's name means nothing.
    t('next.pay', { network: network.replace('-', '\u2011') }),
    // Only a network's own coin runs the code of the wallet that receives it.
    ...(network === 'ERC-20' && currency === 'ETH' ? [t('next.gas', { currency })] : []),
    t('next.cancel', { hours: config.lockHours }),
  ]
  return (
    <section aria-label={t('next.title')}>
      <h2 className="mt-2 mb-2 text-18 font-semibold">{t('next.title')}</h2>
      <NumberedRules rules={steps} />
    </section>
  )
}
