import { quartersOf } from '../amount/compare'
import { formatPercent, typedAmount, type Decimal } from '../amount/format'
import { useLanguage, useText } from '../i18n/text'

interface AmountSharesProps {
  /** The most there is, as a decimal string; of nothing there is no share. Null while it is not known. The buttons keep their place. */
  maximum: Decimal | null
  decimalsMax: number
  /** Takes what a person would have typed, and its value. */
  onChange: (typed: string, value: Decimal) => void
}

/** Fills an amount field with a quarter, the half, three quarters or all of what there is. */
export function AmountShares({ maximum, decimalsMax, onChange }: AmountSharesProps) {
  const t = useText('common')
  const language = useLanguage()
  const isNothing = maximum === null || !/[1-9]/.test(maximum)
  return (
    <div role="group" aria-label={t('shares')} className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] gap-2">
      {quartersOf(isNothing ? '1' : maximum, decimalsMax).map(({ share, amount }) => (
        <button
          key={share}
          type="button"
          disabled={isNothing}
          onClick={() => onChange(typedAmount(amount, language), amount)}
          className="press fig min-h-11 rounded-field bg-sunk px-1 text-13 font-semibold text-brass-ink off:text-muted"
        >
          {share === '1' ? t('max') : formatPercent(share, language)}
        </button>
      ))}
    </div>
  )
}
