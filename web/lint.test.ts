import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const web = fileURLToPath(new URL('.', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'etld-lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const long = (lines: number, line: string) => Array.from({ length: lines }, () => line).join('\n')

/** A breach for each rule we rely on: the rule, the file, what stands there. */
const breaches = [
  [
    'react-hooks(rules-of-hooks)',
    'Hook.tsx',
    `import { useState } from 'react'\nexport function Hook({ is }: { is: boolean }) {\n  if (is) useState(0)\n  return null\n}`,
  ],
  [
    'react-hooks(exhaustive-deps)',
    'Deps.tsx',
    `import { useEffect } from 'react'\nexport function Deps({ a }: { a: string }) {\n  useEffect(() => console.error(a), [])\n  return null\n}`,
  ],
  ['react(jsx-key)', 'Key.tsx', `export const rows = (list: string[]) => list.map((one) => <li>{one}</li>)`],
  ['react(no-array-index-key)', 'Index.tsx', `export const rows = (list: string[]) => list.map((one, index) => <li key={index}>{one}</li>)`],
  ['react(no-danger)', 'Danger.tsx', `export const raw = (html: string) => <p dangerouslySetInnerHTML={{ __html: html }} />`],
  ['jsx-a11y(alt-text)', 'Alt.tsx', `export const picture = <img src="a.png" />`],
  ['jsx-a11y(anchor-is-valid)', 'Anchor.tsx', `export const link = <a href="#">x</a>`],
  ['jsx-a11y(label-has-associated-control)', 'Label.tsx', `export const label = <label />`],
  ['jsx-a11y(no-noninteractive-tabindex)', 'Tab.tsx', `export const stop = <div tabIndex={0} />`],
  ['typescript(no-explicit-any)', 'any.ts', `export const any: any = 1`],
  ['typescript(no-non-null-assertion)', 'bang.ts', `export const first = (list: string[]) => list[0]!`],
  ['typescript(no-floating-promises)', 'floating.ts', `const go = async () => 1\nexport const start = () => {\n  go()\n}`],
  ['typescript(no-misused-promises)', 'misused.ts', `const go = async () => true\nexport const start = () => (go() ? 1 : 2)`],
  ['typescript(await-thenable)', 'awaited.ts', `export const start = async () => await 1`],
  [
    'typescript(switch-exhaustiveness-check)',
    'switch.ts',
    `export function name(kind: 'a' | 'b') {\n  switch (kind) {\n    case 'a':\n      return 1\n  }\n  return 2\n}`,
  ],
  ['typescript(consistent-type-imports)', 'typed.ts', `import { Path } from './any'\nexport const path: Path = '/'`],
  ['import(no-default-export)', 'default.ts', `export default 1`],
  ['import(no-duplicates)', 'twice.ts', `import { a } from './a'\nimport { b } from './a'\nexport const both = [a, b]`],
  ['eslint(max-lines)', 'long.ts', long(251, 'void 0')],
  ['eslint(max-lines-per-function)', 'tall.ts', `export function tall() {\n${long(120, '  void 0')}\n}`],
  ['eslint(max-params)', 'many.ts', `export const many = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e]`],
  ['react(self-closing-comp)', 'Closed.tsx', `export const empty = <div></div>`],
  ['eslint(no-restricted-imports)', 'own.ts', `export { text } from '@etld/kit'`],
  ['eslint(no-restricted-globals)', 'console/src/kept.ts', `export const kept = localStorage.getItem('a')`],
  ['eslint(eqeqeq)', 'loose.ts', `export const isOne = (a: unknown) => a == 1`],
  ['eslint(no-console)', 'log.ts', `console.log(1)`],
  ['eslint(no-unused-vars)', 'unused.ts', `const unused = 1\nexport {}`],
] as const

interface Finding {
  code: string
  filename: string
}

function lint(files: readonly (readonly [string, string])[]): Finding[] {
  for (const [name, source] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), `${source}\n`)
  }
  const { stdout } = spawnSync(join(web, 'node_modules/.bin/oxlint'), ['-c', join(web, '.oxlintrc.json'), '--format', 'json', ...files.map(([name]) => name)], {
    cwd: folder,
    encoding: 'utf8',
  })
  return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics
}

describe('the lint gate', () => {
  const found = lint(breaches.map(([, name, source]) => [name, source] as const))

  it.each(breaches)('%s catches a planted breach', (rule, name) => {
    expect(found.filter(({ filename }) => filename === name).map(({ code }) => code)).toContain(rule)
  })

  it('lets good code pass', () => {
    expect(lint([['Good.tsx', `export function Good() {\n  return <button type="button">x</button>\n}`]])).toEqual([])
  })
})
