import type { Decimal } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import type { NetworkTerms } from './contract'
import { decideDuration } from './decideWithdraw'

/** What a withdrawal costs, how much is possible, and how long it took others. */
export function TermsFacts({ terms, fee }: { terms: NetworkTerms; fee: Decimal }) {
  const t = useText('withdrawal')
  const { currency } = terms
  return (
    <Card tone="sunk" label={t('terms')}>
      <div className="-my-2">
        <Facts>
          <AmountFact name={t('fee')} value={fee} currency={currency} decimalsMin={0} />
          <AmountFact name={t('maximum')} value={terms.maximum} currency={currency} own strong />
          <AmountFact name={t('min')} value={terms.min} currency={currency} decimalsMin={0} />
          <AmountFact name={t('maxRequest')} value={terms.maxRequest} currency={currency} decimalsMin={0} />
          <AmountFact name={t('dayRest')} value={terms.dayRest} currency={currency} decimalsMin={0} />
          <Fact name={t('time')}>
            <UsualTime medianMinutes={terms.medianMinutes} />
          </Fact>
        </Facts>
      </div>
    </Card>
  )
}

/** The median time from request to confirmation, of withdrawals that were really paid. */
function UsualTime({ medianMinutes }: { medianMinutes: number | null }) {
  const t = useText('withdrawal')
  const duration = decideDuration(medianMinutes)
  return duration ? (
    <span className="fig">{t(`duration.${duration.unit}`, { count: duration.count })}</span>
  ) : (
    <span className="text-muted">{t('duration.none')}</span>
  )
}
