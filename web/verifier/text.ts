import { setupI18n } from '@lingui/core'
import type { TextKey, TextValues } from '@kit/i18n/catalogues'
import { htmlLang, languageOf, localeOf, type Language } from '@kit/i18n/language'
import en from '../locales/en/game-verify.json'
import ru from '../locales/ru/game-verify.json'
import zhtw from '../locales/zhtw/game-verify.json'
import enChecks from '../locales/en/wallet-checks.json'
import ruChecks from '../locales/ru/wallet-checks.json'
import zhtwChecks from '../locales/zhtw/wallet-checks.json'

const catalogues = { 'game-verify': { zhtw, en, ru }, 'wallet-checks': { zhtw: zhtwChecks, en: enChecks, ru: ruChecks } }
const engines = { 'game-verify': setupI18n(), 'wallet-checks': setupI18n() }
let language: Language = 'zhtw'

/** The page's language. */
export function currentLanguage(): Language {
  return language
}

/** Speaks another language from now on. */
export function speak(next: Language): void {
  language = next
  for (const name of ['game-verify', 'wallet-checks'] as const) {
    engines[name].load(next, catalogues[name][next])
    engines[name].activate(next, [localeOf(next)])
  }
  document.documentElement.lang = htmlLang(next)
}

/** The language the page was opened with (`#en`), or the browser's. */
export function wantedLanguage(): Language {
  const named = location.hash.slice(1) || navigator.language.slice(0, 2)
  return languageOf(named)
}

/** A text of the page. The catalogue is named with each use, so that uses are found where texts are checked. */
export function text<N extends keyof typeof engines, Key extends TextKey<N>>(catalogue: N, key: Key, ...[values]: TextValues<N, Key>): string {
  return engines[catalogue]._(key, values)
}

/** Game points, with the language's grouping. */
export function points(amount: number): string {
  return `${amount.toLocaleString(localeOf(language))} GP`
}

/** What a box pays, from tenths: `×2.5`. */
export function multiple(tenths: number): string {
  return `×${(tenths / 10).toLocaleString(localeOf(language), { minimumFractionDigits: 1 })}`
}
