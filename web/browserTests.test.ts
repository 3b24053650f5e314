import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What a browser test must not do, by what gives it away. */
interface Rule {
  name: string
  pattern: RegExp
  /** The files it holds for; without it all of them. */
  files?: RegExp
  /** A line that breaks it, to see that the rule can fail. */
  breach: string
}

const rules: Rule[] = [
  {
    name: "no pause: wait for what it means, or move the page's own clock",
    pattern: /waitForTimeout\(|await sleep\(/,
    breach: 'await page.waitForTimeout(500)',
  },
  {
    name: 'an answer is waited for from before what asks for it: a promise first, then the press',
    pattern: /await [\w.]+\.waitFor(?:Response|Request)\(/,
    breach: "await page.waitForResponse('**/api/x')",
  },
  {
    name: "the machine's clock is for what is measured alone: worlds begin at a fixed hour",
    pattern: /Date\.now\(\)|new Date\(\)|^(?!.*page\.).*performance\.now\(\)/,
    files: /\.(?:e2e|story)\.ts$/,
    breach: 'Date.now()',
  },
  {
    name: 'clock, feeds, processes and operators move in a story with a world of its own',
    pattern: /\.(?:advance|feed|crash)\(|Operator\.signIn\(|Book\.open\(/,
    files: /(?<!looks)\.(?:e2e|quiet)\.ts$/,
    breach: 'await world.advance(60)',
  },
  { name: 'a fresh phone keeps nothing; no database is deleted under a page', pattern: /deleteDatabase\(/, breach: "indexedDB.deleteDatabase('x')" },
  {
    name: 'mocks are typed by the document: answered(), refused(), changeAnswer()',
    pattern: /json: \{ code:|as unknown as (?:Operator)?Data/,
    files: /^(?!mocks\.ts)/,
    breach: 'fulfill({ json: { code: 200 } })',
  },
  {
    name: 'a mock that goes while it answers fails the page: unrouteAll says what becomes of it',
    pattern: /unrouteAll\(\)/,
    breach: 'await page.unrouteAll()',
  },
  { name: 'nothing is left out', pattern: /\.(?:only|skip|fixme)\(/, breach: "test.only('x')" },
]

const folder = join(import.meta.dirname, 'e2e')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/^(?:results|artifacts)/.test(file))
  .map((file) => ({ file, source: readFileSync(join(folder, file), 'utf8') }))

function breaches({ pattern, files: holdsFor = /./ }: Rule, all: { file: string; source: string }[]): string[] {
  return all
    .filter(({ file }) => holdsFor.test(file))
    .flatMap(({ file, source }) => source.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])))
}

test.each(rules)('browser tests: $name', (rule) => {
  expect(breaches(rule, files)).toEqual([])
  expect(breaches(rule, [{ file: rule.files?.test('x.quiet.ts') ? 'x.quiet.ts' : 'x.e2e.ts', source: rule.breach }])).toHaveLength(1)
})

test('a story has a world of its own and is played in order', () => {
  const stories = files.filter(({ file }) => file.endsWith('.story.ts'))
  expect(stories.length).toBeGreaterThan(0)
  const names = stories.map(({ source }) => /test\.use\(\{ story: '([\w-]+)'/.exec(source)?.[1])
  expect(names).toEqual([...new Set(names)])
  expect(
    stories
      .filter(({ source }, at) => !names[at] || ((source.match(/^ *test\(/gm) ?? []).length > 1 && !source.includes("mode: 'serial'")))
      .map(({ file }) => file),
  ).toEqual([])
})

/** The catalogues' texts in other letters than Latin, as they stand there. */
const texts = new Set(
  ['zhtw', 'ru'].flatMap((language) =>
    readdirSync(join(import.meta.dirname, 'locales', language)).flatMap((file) =>
      Object.values(JSON.parse(readFileSync(join(import.meta.dirname, 'locales', language, file), 'utf8')) as Record<string, string>),
    ),
  ),
)

function copies(source: string): string[] {
  return [...source.matchAll(/'([^'\n]*[\u0400-\u04ff\u4e00-\u9fff][^'\n]*)'/g)].map(([, text = '']) => text).filter((text) => texts.has(text))
}

test('a text of the catalogue is named by its key, not copied', () => {
  expect(files.flatMap(({ file, source }) => copies(source).map((text) => `${file}: ${text}`))).toEqual([])
  expect(copies(`'${[...texts].find((text) => /^[\u0400-\u04ff]+$/.test(text))}'`)).toHaveLength(1)
})
