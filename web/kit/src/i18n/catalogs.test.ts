import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { compareCatalogues, parametersOf, unusedTexts, type CataloguesOfLanguages } from './catalogCheck'
import type { Namespace, TextKey } from './catalogues'
import { languages, type Language } from './language'
import type { text } from './text'
import { workspaces } from '../../../workspaces'

const web = fileURLToPath(new URL('../../../', import.meta.url))

function readCatalogue(language: Language): Map<string, string> {
  const folder = join(web, 'locales', language)
  const entries = readdirSync(folder).flatMap((file) => {
    const namespace = file.replace(/\.json$/, '')
    const texts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>
    return Object.entries(texts).map(([key, text]): [string, string] => [`${namespace}.${key}`, text])
  })
  return new Map(entries)
}

function readSources(): string[] {
  return [...workspaces.map((name) => `${name}/src`), 'verifier'].flatMap((root) =>
    readdirSync(join(web, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !/i18n.(catalogCheck|textParameters)\.ts$/.test(name))
      .map((name) => readFileSync(join(web, root, name), 'utf8')),
  )
}

const catalogues: CataloguesOfLanguages = { zhtw: readCatalogue('zhtw'), en: readCatalogue('en'), ru: readCatalogue('ru') }

describe('the catalogues', () => {
  it('are all named as types', () => {
    const listed = [...readFileSync(join(web, 'kit/src/i18n/catalogues.ts'), 'utf8').matchAll(/locales\/en\/([^/]+\.json)'/g)].map(([, name = '']) => name)
    for (const language of languages) expect(readdirSync(join(web, 'locales', language)).sort()).toEqual([...listed].sort())
  })

  it('have keys that the type checker knows', () => {
    const keys: TextKey<'common'>[] = ['retry']
    // @ts-expect-error: no such key
    keys.push('noSuchKey')
    // @ts-expect-error: no such catalogue
    const names: Namespace[] = ['nowhere']
    expect([...keys, ...names].filter((name) => catalogues.en.has(`common.${name}`))).toEqual(['retry'])
  })

  it('are given the values that the type checker knows (if not: npm run generate)', async () => {
    const lines = [...catalogues.zhtw].flatMap(([key, text]) => {
      const names = parametersOf(text).map((name) => `'${name}'`)
      return names.length === 0 ? [] : [`  '${key}': ${names.join(' | ')}\n`]
    })
    const head = '/** The names of the values of each text that has any. `npm run generate` writes them. */\nexport interface TextParameters {\n'
    await expect(`${head}${lines.sort().join('')}}\n`).toMatchFileSnapshot('textParameters.ts')
    const given: Parameters<typeof text<'calendar', 'count'>>[] = [['calendar', 'count', { count: 1 }]]
    // @ts-expect-error: a value too few
    given.push(['calendar', 'count'])
    // @ts-expect-error: a value too many
    given.push(['calendar', 'count', { count: 1, day: 1 }])
    expect(given).toHaveLength(3)
  })

  it('hold every text in every language, with the same parameters', () => {
    expect(compareCatalogues(catalogues)).toEqual([])
  })

  it('name each key once', () => {
    const repeated = languages.flatMap((language) =>
      readdirSync(join(web, 'locales', language)).flatMap((file) => {
        const keys = [...readFileSync(join(web, 'locales', language, file), 'utf8').matchAll(/^\s*"([^"]+)":/gm)].map((match) => match[1])
        return keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${language}/${file} ${key}`)
      }),
    )
    expect(repeated).toEqual([])
  })

  it('hold no text that nobody uses', () => {
    expect(unusedTexts(catalogues.zhtw, readSources())).toEqual([])
  })
})

describe('the check itself', () => {
  const good: CataloguesOfLanguages = {
    zhtw: new Map([['a.x', '{count, plural, other {# 天}}']]),
    en: new Map([['a.x', '{count, plural, one {# day} other {# days}}']]),
    ru: new Map([['a.x', '{count, plural, one {# день} few {# дня} many {# дней} other {# дня}}']]),
  }

  it('accepts what is right', () => {
    expect(compareCatalogues(good)).toEqual([])
  })

  it.each([
    ['missing', { ru: new Map() }, 'ru a.x: missing'],
    ['empty', { en: new Map([['a.x', ' ']]) }, 'en a.x: empty'],
    ['another parameter', { en: new Map([['a.x', '{days} days']]) }, 'en a.x: parameters days instead of count'],
    ['a plural form missing', { ru: new Map([['a.x', '{count, plural, one {#} other {#}}']]) }, 'ru a.x: no plural form few'],
    ['another language', { en: new Map([['a.x', '{count} 天']]) }, 'en a.x: not English'],
  ])('catches a text that is %s', (_, change, problem) => {
    expect(compareCatalogues({ ...good, ...change })).toContain(problem)
  })

  it('catches a text that nobody uses, where another namespace has the same key or another key the same head', () => {
    const texts = new Map(['a.x', 'a.s.b', 'a.s.b.c', 'b.x', 'b.y'].map((key) => [key, '']))
    expect(unusedTexts(texts, ["useText('a'); t(`s.${s}`); t(is ? 'x' : 'z')", "text('b', 'y')"])).toEqual(['a.s.b.c', 'b.x'])
  })

  it('reads parameters inside plural forms', () => {
    expect(parametersOf('{count, plural, other {# of {total}}} {unit}')).toEqual(['count', 'total', 'unit'])
  })
})
