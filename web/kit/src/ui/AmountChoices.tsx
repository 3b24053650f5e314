import { formatAmount, typedAmount, type Decimal } from '../amount/format'
import { useLanguage, useText } from '../i18n/text'

interface AmountChoicesProps {
  choices: readonly Decimal[]
  /** Takes what a person would have typed, and its value. */
  onChange: (typed: string, value: Decimal) => void
}

/** Fills an amount field with one of a few amounts. */
export function AmountChoices({ choices, onChange }: AmountChoicesProps) {
  const t = useText('common')
  const language = useLanguage()
  return (
    <div role="group" aria-label={t('choices')} className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] gap-2">
      {choices.map((amount) => (
        <button
          key={amount}
          type="button"
          onClick={() => onChange(typedAmount(amount, language), amount)}
          className="press fig min-h-11 rounded-field bg-sunk px-1 text-13 font-semibold text-brass-ink off:text-muted"
        >
          {formatAmount(amount, language, { decimalsMin: 0 })}
        </button>
      ))}
    </div>
  )
}
