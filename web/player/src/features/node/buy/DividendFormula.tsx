import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import type { LevelOffer } from '../contract'

/** How a dividend is worked out, with this level's figures: it is up to a share, and may be nothing. */
export function DividendFormula({ level }: { level: LevelOffer }) {
  const t = useText('node')
  const { percent } = useFigures()
  const rules = [
    t('buy.formula.pool', { rate: percent(level.weightedDividend) }),
    t('buy.formula.weight', { days: level.periodDays }),
    t('buy.formula.base', { count: level.floorNodes, days: level.periodDays }),
    t('buy.formula.paid'),
  ]
  return (
    <Card label={t('buy.formula.title')}>
      <h2 className="text-16 font-semibold">{t('buy.formula.title')}</h2>
      <p className="mt-1 text-15 text-muted">{t('buy.formula.lead')}</p>
      <p className="mt-3 rounded-field bg-sunk px-3 py-3 text-center text-15 font-semibold">{t('buy.formula.line')}</p>
      <ol className="mt-1 divide-y divide-line">
        {rules.map((rule, index) => (
          <li key={rule} className="flex gap-3 py-2.5 text-15">
            <span aria-hidden className="fig w-4 shrink-0 text-brass-ink">
              {index + 1}
            </span>
            <span className="min-w-0">{rule}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
