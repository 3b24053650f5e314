import { deviceStorage } from '../kept/storage'
/** The languages of the app, the default first. */
export const languages = ['zhtw', 'en', 'ru'] as const

/** One of the app's languages, as kept in local storage under `lang`. */
export type Language = (typeof languages)[number]

const lanHeaders: Record<Language, string> = { zhtw: 'zh_cn', en: 'en_US', ru: 'ru_RU' }
const htmlLangs: Record<Language, string> = { zhtw: 'zh-Hant', en: 'en', ru: 'ru' }
const locales: Record<Language, string> = { zhtw: 'zh-Hant-TW', en: 'en-US', ru: 'ru-RU' }

/** Reads a stored language: `zh` means zhtw, and so does anything missing or unknown. */
export function languageOf(stored: string | null | undefined): Language {
  return languages.find((language) => language === stored) ?? 'zhtw'
}

const storageKey = 'lang'

/** The language this device keeps. */
export function storedLanguage(): Language {
  return languageOf(deviceStorage.getItem(storageKey))
}

/** Keeps a language for the next visit. */
export function storeLanguage(language: Language): void {
  deviceStorage.setItem(storageKey, language)
}

/** The value of the `lan` header; any language we do not know asks for zh_cn. */
export function lanHeader(language: string | null | undefined): string {
  const known = languages.find((candidate) => candidate === language)
  return known ? lanHeaders[known] : 'zh_cn'
}

/** The `lang` attribute of the page, which picks fonts and hyphenation. */
export function htmlLang(language: Language): string {
  return htmlLangs[language]
}

/** The `lang` of a text that is not in the reader's language; undefined where it is. */
export function langOf({ translated, lang }: { translated: boolean; lang: Language }): string | undefined {
  return translated ? undefined : htmlLang(lang)
}

/** The locale for Intl formatters. */
export function localeOf(language: Language): string {
  return locales[language]
}
