import { setupI18n } from '@lingui/core'
import type { TextKey } from '@kit/i18n/catalogues'
import { htmlLang, languageOf, localeOf, type Language } from '@kit/i18n/language'
import en from '../../locales/en/console-look.json'
import ru from '../../locales/ru/console-look.json'
import zhtw from '../../locales/zhtw/console-look.json'

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

/** The browser's language. */
export function wantedLanguage(): Language {
  return languageOf(navigator.language.slice(0, 2))
}

/** A text of the page. The catalogue is named with each use, so that uses are found where texts are checked. */
export function text(_catalogue: 'console-look', key: TextKey<'console-look'>): string {
  return engine._(key)
}
