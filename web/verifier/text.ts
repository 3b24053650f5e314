import { setupI18n } from '@lingui/core'
import type { TextKey } from '@kit/i18n/catalogues'
import { htmlLang, languageOf, localeOf, type Language } from '@kit/i18n/language'
import en from '../locales/en/game-verify.json'
import ru from '../locales/ru/game-verify.json'
import zhtw from '../locales/zhtw/game-verify.json'

const catalogues = { zhtw, en, ru }
const engine = setupI18n()
let language: Language = 'zhtw'

/** The page's language. */
export function currentLanguage(): Language {
  return language
}

/** Speaks another language from now on. */
export function speak(next: Language): void {
  language = next
  engine.load(next, catalogues[next])
  engine.activate(next, [localeOf(next)])
  document.documentElement.lang = htmlLang(next)
}

/** The language the page was opened with (`#en`), or the browser's. */
export function wantedLanguage(): Language {
  const named = location.hash.slice(1) || navigator.language.slice(0, 2)
  return languageOf(named)
}

/** A text of the page. The catalogue is named with each use, so that uses are found where texts are checked. */
export function text(_: 'game-verify', key: TextKey<'game-verify'>, values?: Record<string, string | number>): string {
  return engine._(key, values)
}

/** Game points, with the language's grouping. */
export function points(amount: number): string {
  return `${amount.toLocaleString(localeOf(language))} GP`
}

/** What a box pays, from tenths: `×2.5`. */
export function multiple(tenths: number): string {
  return `×${(tenths / 10).toLocaleString(localeOf(language), { minimumFractionDigits: 1 })}`
}
