import { formatAmount, signOf, type Decimal, type FormatOptions } from '../amount/format'
import { useLanguage } from '../i18n/text'
import { hiddenFigure, useAreBalancesHidden } from '../amount/hiddenBalances'

export interface AmountProps extends FormatOptions {
  value: Decimal | null | undefined
  /** Leaves the currency out where the heading already names it. */
  bare?: boolean
  /** Colours gains and losses; the sign is always printed with it. */
  toned?: boolean
  /** What the reader owns: dots in its place while balances are hidden. */
  own?: boolean
}

/**
 * Money on the screen: a decimal string from the server, formatted, never computed. It keeps to one line while
 * that has room for it, and breaks where it would be cut off, though never inside the currency's name; see
 * `breakable` for what stands around it. What it says stands in `data-of` too, for who holds it.
 */
export function Amount({ value, currency, bare, toned, own, signed = toned ?? false, ...options }: AmountProps) {
  const language = useLanguage()
  const sign = signed && value ? signOf(value) : 0
  const isHidden = useAreBalancesHidden() && own === true
  const tone = !toned || isHidden || sign === 0 ? '' : sign > 0 ? 'text-gain' : 'text-loss'
  return (
    <span data-of={isHidden || !currency ? undefined : `${value} ${currency}`} className={`fig inline-block max-w-full break-words ${tone}`}>
      {isHidden ? hiddenFigure : formatAmount(value, language, { ...options, currency, signed })}
      {currency && !bare && ' '}
      {currency && !bare && <span className="whitespace-nowrap text-[max(.82em,11px)] font-normal tracking-normal">{currency}</span>}
    </span>
  )
}
