import { typedAmount, type Decimal } from '../amount/format'
import { useLanguage, useText } from '../i18n/text'

interface MaxButtonProps {
  /** The most there is, as a decimal string; without it, or with nothing, there is no button. */
  maximum: Decimal | undefined
  /** Takes what a person would have typed, and its value. */
  onChange: (typed: string, value: Decimal) => void
}

/** Fills an amount field with the most there is. */
export function MaxButton({ maximum, onChange }: MaxButtonProps) {
  const t = useText('common')
  const language = useLanguage()
  if (maximum === undefined || !/[1-9]/.test(maximum)) return null
  return (
    <button type="button" onClick={() => onChange(typedAmount(maximum, language), maximum)} className="press min-h-11 rounded-field bg-sunk px-3 text-13 font-semibold text-brass-ink">
      {t('max')}
    </button>
  )
}
