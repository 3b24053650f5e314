import { expect, it } from 'vitest'
import { htmlLang, langOf, languageOf, lanHeader } from './language'

it.each([
  ['zhtw', 'zh_cn'],
  ['en', 'en_US'],
  ['ru', 'ru_RU'],
  ['de', 'zh_cn'],
  ['zh', 'zh_cn'],
  ['', 'zh_cn'],
  [null, 'zh_cn'],
  [undefined, 'zh_cn'],
])('the lan header of %j is %s', (language, header) => {
  expect(lanHeader(language)).toBe(header)
})

it.each([
  ['zh', 'zhtw'],
  ['zhtw', 'zhtw'],
  ['en', 'en'],
  ['ru', 'ru'],
  ['fr', 'zhtw'],
  [null, 'zhtw'],
])('a stored language %j means %s', (stored, language) => {
  expect(languageOf(stored)).toBe(language)
})

it('Chinese text is marked as traditional', () => {
  expect(htmlLang('zhtw')).toBe('zh-Hant')
})

it('names the language only of what is not in the reader’s', () => {
  expect(langOf({ translated: true, lang: 'en' })).toBeUndefined()
  expect(langOf({ translated: false, lang: 'zhtw' })).toBe('zh-Hant')
})
