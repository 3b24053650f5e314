import { formatAmount } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import type { TopUpNetwork } from '@kit/api/contract'
import { useLanguage, useText } from '@kit/i18n/text'
import { useSession } from '@core/session/store'
import { Icon } from '@kit/ui/Icon'
import { maskId } from '@kit/ui/MaskedId'

/** What may be sent and from where, and what becomes of the rest. */
export function TopUpRules({ network }: { network: TopUpNetwork }) {
  const t = useText('wallet')
  const language = useLanguage()
  const address = useSession((state) => state.address)
  const { list } = useFigures()
  const currencies = list(network.tokens.map((token) => token.currency))
  const amounts = list(network.tokens.map(({ least, currency }) => `${formatAmount(least, language, { decimalsMin: 0 })}\u00a0${currency}`))
  const rules = [
    t('topUp.rule.tokens', { currencies, network: network.network }),
    t('topUp.rule.least', { amounts }),
    t('topUp.rule.sender', { address: maskId(address ?? '') }),
    t('topUp.rule.others'),
    t('topUp.rule.confirmations', { count: network.confirmations }),
  ]
  return (
    <section className="mt-6 rounded-card border border-line bg-sunk p-4">
      <h3 className="flex items-center gap-2 text-15 font-semibold">
        <Icon name="info" look="text-brass-ink" />
        {t('topUp.rule.title')}
      </h3>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 text-15 wrap-anywhere">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  )
}
