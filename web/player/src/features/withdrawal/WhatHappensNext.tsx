import { formatAmount } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import type { WithdrawConfig } from './contract'

/** The way of a withdrawal from here on, before anything is signed. */
export function WhatHappensNext({ config, network }: { config: WithdrawConfig; network: string }) {
  const t = useText('withdrawal')
  const language = useLanguage()
  const steps = [
    t('next.sign'),
    t('next.review', { automatic: formatAmount(config.automaticMax, language), hours: config.reviewHours }),
    // A hyphen that does not break: half a network's name means nothing.
    t('next.pay', { network: network.replace('-', '\u2011') }),
    t('next.cancel', { hours: config.lockHours }),
  ]
  return (
    <section aria-label={t('next.title')}>
      <h2 className="mt-2 mb-2 text-18 font-semibold">{t('next.title')}</h2>
      <ol className="divide-y divide-line rounded-card border border-line">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3 p-4 text-15">
            <span aria-hidden className="fig flex size-7 shrink-0 items-center justify-center rounded-full border border-line text-13 text-brass-ink">
              {index + 1}
            </span>
            <span className="min-w-0 break-words">{step}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
