import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { compareCatalogues, compareUses, findUses, parametersOf, type Catalogues } from './catalogCheck'
import type { Namespace, TextKey } from './catalogues'
import { languages, type Language } from './language'
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

function readSources(): { name: string; source: string }[] {
  return [...workspaces.map((name) => `${name}/src`), 'verifier'].flatMap((root) =>
    readdirSync(join(web, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.endsWith('catalogCheck.ts'))
      .map((name) => ({ name: `${root}/${name}`, source: readFileSync(join(web, root, name), 'utf8') })),
  )
}

const catalogues: Catalogues = { zhtw: readCatalogue('zhtw'), en: readCatalogue('en'), ru: readCatalogue('ru') }

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

  it('fit the sources: nothing unused, nothing unknown, all values given', () => {
    const found = readSources().map(({ name, source }) => findUses(name, source))
    expect(found.flatMap(({ problems }) => problems)).toEqual([])
    expect(
      compareUses(
        found.flatMap(({ uses }) => uses),
        catalogues.zhtw,
      ),
    ).toEqual([])
  })
})

describe('the check itself', () => {
  const good: Catalogues = {
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

  const source = (use: string) => `function A() { const t = useText('a'); return ${use} }`

  it.each([
    [
      'an unused text',
      `t('x', { count: 1 })`,
      new Map([
        ['a.x', '{count}'],
        ['a.y', 'y'],
      ]),
      'a.y: unused',
    ],
    ['a use without a text', `t('z')`, new Map([['a.x', 'x']]), 'f.tsx:1: no text for ^a\\.z$'],
    ['a value not given', `t('x')`, new Map([['a.x', '{count}']]), 'f.tsx:1: a.x needs count'],
    ['a value too many', `t('x', { day: 1 })`, new Map([['a.x', 'x']]), 'f.tsx:1: a.x has no day'],
  ])('catches %s', (_, use, texts, problem) => {
    expect(compareUses(findUses('f.tsx', source(use)).uses, texts)).toContain(problem)
  })

  it('catches a key it cannot find and a hidden namespace', () => {
    expect(findUses('f.tsx', source('t(key)')).problems).toHaveLength(1)
    expect(findUses('f.tsx', 'function name(t: Text) { return t }').problems).toHaveLength(1)
  })

  it('follows templates, conditions and texts outside of React', () => {
    const { uses } = findUses('f.tsx', source('[t(`s.${s}`), t(a ? "b" : "c"), text("d", "e")]'))
    expect(uses.map((use) => use.pattern.source)).toEqual(['^a\\.s\\.[^.]+$', '^a\\.b$', '^a\\.c$', '^d\\.e$'])
  })

  it('reads parameters inside plural forms', () => {
    expect(parametersOf('{count, plural, other {# of {total}}} {unit}')).toEqual(['count', 'total', 'unit'])
  })
})
