import { useMemo } from 'react'
import { localeOf } from '@kit/i18n/language'
import { useLanguage } from '@kit/i18n/text'

/** Names regions, by their codes of ISO 3166-1, in the reader's language. */
export function useRegions(): (code: string) => string {
  const language = useLanguage()
  const names = useMemo(() => new Intl.DisplayNames(localeOf(language), { type: 'region', style: 'short', fallback: 'code' }), [language])
  return (code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code)
}

/** Writes what stands beside each other in an address, in the reader's language. */
export function useAddressLine(): (...parts: readonly string[]) => string {
  const comma = useLanguage() === 'zhtw' ? '，' : ', '
  return (...parts) => parts.filter((part) => part !== '').join(comma)
}
