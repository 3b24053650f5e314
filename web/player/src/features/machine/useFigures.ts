import { formatAmount, formatPercent, type Decimal, type FormatOptions } from '@kit/amount/format'
import { localeOf } from '@kit/i18n/language'
import { useLanguage } from '@kit/i18n/text'
import { formatTime, type TimeStyle } from '@kit/time/zone'

/** Figures as strings, for sentences; where a figure stands alone, `<Amount>` and `<Time>` show it. */
export function useFigures() {
  const language = useLanguage()
  return {
    money: (value: Decimal | null | undefined, currency: string, options: FormatOptions = {}) =>
      `${formatAmount(value, language, { currency, ...options })}\u00a0${currency}`,
    figure: (value: Decimal | null | undefined, options: FormatOptions = {}) => formatAmount(value, language, options),
    percent: (rate: Decimal) => formatPercent(rate, language),
    /** A platform day such as `2026-11-23`. */
    day: (date: string) =>
      new Intl.DateTimeFormat(localeOf(language), { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`)),
    time: (at: string | null | undefined, style?: TimeStyle) => formatTime(at, language, style),
  }
}
