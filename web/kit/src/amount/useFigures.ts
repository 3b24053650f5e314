import { formatAmount, formatPercent, type Decimal, type FormatOptions } from './format'
import { dateFormat } from '../i18n/formatters'
import { localeOf } from '../i18n/language'
import { useLanguage } from '../i18n/text'
import { hiddenFigure, useAreBalancesHidden } from './hiddenBalances'
import { formatDay, formatTime, type TimeStyle } from '../time/zone'

/** Figures as strings, for sentences; where a figure stands alone, `<Amount>` and `<Time>` show it. */
export function useFigures() {
  const language = useLanguage()
  const areHidden = useAreBalancesHidden()
  const money = (value: Decimal | null | undefined, currency: string, options: FormatOptions = {}) =>
    `${formatAmount(value, language, { currency, ...options })}\u00a0${currency}`
  return {
    money,
    /** Money that the reader owns: dots in its place while balances are hidden. */
    owned: (value: Decimal | null | undefined, currency: string, options: FormatOptions = {}) =>
      areHidden ? `${hiddenFigure}\u00a0${currency}` : money(value, currency, options),
    figure: (value: Decimal | null | undefined, options: FormatOptions = {}) => formatAmount(value, language, options),
    percent: (rate: Decimal) => formatPercent(rate, language),
    /** Things one after another, as the language parts them. */
    list: (things: readonly string[]) => things.join(language === 'zhtw' ? '、' : ', '),
    /** A platform day such as `2026-11-23`. */
    day: (date: string) => formatDay(date, language),
    /** A platform month such as `2026-11`. */
    month: (month: string, style: 'long' | 'short' = 'long') =>
      dateFormat(localeOf(language), { ...(style === 'long' ? { year: 'numeric' } : {}), month: style, timeZone: 'UTC' }).format(
        new Date(`${month}-01T00:00:00Z`),
      ),
    time: (at: string | null | undefined, style?: TimeStyle) => formatTime(at, language, style),
  }
}
