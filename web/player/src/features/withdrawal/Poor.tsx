import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import { LinkButton } from '@core/frame/LinkButton'
import type { Terms } from './contract'

/** Stands in the place of the form while the balance is below the least withdrawal: how much is missing, and the way to it. */
export function Poor({ terms: { currency, min, available } }: { terms: Terms }) {
  const t = useText('withdrawal')
  const { money } = useFigures()
  return (
    <Card>
      <p role="status" className="mb-4 text-15">
        {t('poor', { min: money(min, currency), available: money(available, currency) })}
      </p>
      <LinkButton kind="main" wide to="/wallet?sheet=topup">
        {t('topUp')}
      </LinkButton>
    </Card>
  )
}
