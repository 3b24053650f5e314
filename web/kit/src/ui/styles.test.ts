import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const web = fileURLToPath(new URL('../../../', import.meta.url))

function textsOf(folders: string[], kind: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(web + folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => kind.test(file) && !/node_modules|\.test\./.test(file))
      .map((file) => readFileSync(`${web}${folder}/${file}`, 'utf8')),
  )
}

const wordsOf = (text: string) => new Set(text.match(/[\w-]+/g))

/** What a style sheet defines and nothing names: classes in the code, steps of a movement and sizes also in the sheets. */
function unusedOf(sheets: string, code: string): string[] {
  const style = sheets.replaceAll(/\/\*.*?\*\//gs, '')
  const inCode = wordsOf(code)
  const inBoth = new Set([...inCode, ...wordsOf(style.replaceAll(/@keyframes [\w-]+|--[\w-]+\s*:/g, ''))])
  // What a theme names is also the end of a utility: `--color-muted` is `text-muted`.
  const isEnd = (end: string) => [...inCode].some((word) => word.endsWith(`-${end}`))
  const names = (pattern: RegExp) => [...new Set([...style.matchAll(pattern)].map(([, name = '']) => name))]
  return [
    ...names(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g).filter((name) => !inCode.has(name)),
    ...names(/@keyframes ([\w-]+)/g).filter((name) => !inBoth.has(name) && !isEnd(name)),
    // The measure of all utilities has no name of its own in them.
    ...names(/(--[a-z][\w-]*)\s*:/g).filter((name) => name !== '--spacing' && !inBoth.has(name) && !isEnd(name.replace(/^--[a-z]+-/, ''))),
  ]
}

test('what the style sheets define is used', () => {
  const folders = ['kit/src', 'player', 'console', 'verifier']
  expect(unusedOf(textsOf(folders, /\.css$/).join('\n'), textsOf(folders, /\.(tsx?|js|html)$/).join('\n'))).toEqual([])
})

test('what nothing names is found', () => {
  const sheet = '.used { --color-near: red; --far: 1; } .left:hover { color: var(--color-near); animation: turn 1s } @keyframes turn {} @keyframes idle {}'
  expect(unusedOf(sheet, '<p className="used">')).toEqual(['left', 'idle', '--far'])
})
