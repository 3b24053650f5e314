import { numberFormat } from '../i18n/formatters'
import { localeOf, type Language } from '../i18n/language'

/** A decimal string as the API sends it: no exponent, at most 8 decimals, perhaps a minus. */
export type Decimal = string

const DECIMAL = /^-?\d{1,15}(\.\d{1,18})?$/
const defaultDecimalsMin: Record<string, number> = { USDT: 2, ETLD: 2, ETH: 4, GP: 0, T: 0 }

export interface FormatOptions {
  currency?: string
  /** At least this many decimals; by currency if missing. */
  decimalsMin?: number
  /** At most this many, the rest cut off, never rounded up: a figure must not promise more than there is. */
  decimalsMax?: number
  /** Show + on gains; minus is always shown. */
  signed?: boolean
}

/** Whether a string is an amount we can show. */
export function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'string' && DECIMAL.test(value)
}

/** The sign of a decimal string, read from its digits. */
export function signOf(value: Decimal): -1 | 0 | 1 {
  if (!/[1-9]/.test(value)) return 0
  return value.startsWith('-') ? -1 : 1
}

/** Formats a decimal string for people without ever turning it into a number. */
export function formatAmount(value: Decimal | null | undefined, language: Language, options: FormatOptions = {}): string {
  if (!isDecimal(value)) return '—'
  const decimalsMax = options.decimalsMax ?? 8
  const decimalsMin = Math.min(options.decimalsMin ?? defaultDecimalsMin[options.currency ?? ''] ?? 0, decimalsMax)
  const formatter = numberFormat(localeOf(language), {
    minimumFractionDigits: decimalsMin,
    maximumFractionDigits: decimalsMax,
    roundingMode: 'trunc',
    signDisplay: options.signed ? 'exceptZero' : 'negative',
    useGrouping: true,
  } as Intl.NumberFormatOptions)
  // Intl formats decimal strings exactly; the cast is only because its type wants a literal.
  return formatter.format(value as unknown as Intl.StringNumericLiteral).replace('-', '−')
}

/** Formats a rate such as 0.00025 as a percentage, by moving the point in the string. */
export function formatPercent(rate: Decimal | null | undefined, language: Language, options: FormatOptions = {}): string {
  if (!isDecimal(rate)) return '—'
  return `${formatAmount(shiftPoint(rate, 2), language, { decimalsMin: 0, decimalsMax: 4, ...options })}${language === 'ru' ? '\u00a0%' : '%'}`
}

/** Moves the decimal point to the right. */
export function shiftPoint(value: Decimal, places: number): Decimal {
  const negative = value.startsWith('-')
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.')
  const digits = whole + fraction.padEnd(places, '0')
  const at = whole.length + places
  const head = digits.slice(0, at).replace(/^0+(?=\d)/, '')
  const tail = digits.slice(at).replace(/0+$/, '')
  return `${negative ? '-' : ''}${head}${tail ? `.${tail}` : ''}`
}

/**
 * An amount as a person would type it in a language: its decimal mark, no grouping. What a field writes by itself
 * must read back as the same amount, and `5,000` would not.
 */
export function typedAmount(value: Decimal, language: Language): string {
  return language === 'ru' ? value.replace('.', ',') : value
}
