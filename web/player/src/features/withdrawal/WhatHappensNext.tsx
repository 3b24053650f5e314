import { formatAmount } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { NumberedRules } from '@kit/ui/NumberedRules'
import type { WithdrawConfig } from './contract'

/** The way of a withdrawal from here on, before anything is signed. */
export function WhatHappensNext({ config, network, currency }: { config: WithdrawConfig; network: string; currency: string }) {
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
