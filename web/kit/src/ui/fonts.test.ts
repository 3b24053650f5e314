import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'

const theme = readFileSync(new URL('theme.css', import.meta.url), 'utf8')
const locales = new URL('../../../locales/', import.meta.url)
const player = new URL('../../../player/src/', import.meta.url)

/** Every code point of the font's files, by the ranges they are cut to. */
const covered = new Set(
  [...theme.matchAll(/fonts\/golos-\w+\.woff2[^}]*unicode-range:\s*([^;]+);/g)].flatMap(([, range = '']) =>
    range.split(',').flatMap((part) => {
      const [first = 0, last = first] = part
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, place) => first + place)
    }),
  ),
)
/** Golos never had these brackets, nor arrows and ticks; the system's font draws them. */
const foreign = '⌊⌋'

const isMissing = (character: string) => /[\p{L}\p{N}\p{P}]/u.test(character) && !covered.has(character.codePointAt(0) ?? 0) && !foreign.includes(character)

test('the font has every letter and mark of the English and Russian texts', () => {
  for (const language of ['en', 'ru']) {
    for (const file of readdirSync(new URL(`${language}/`, locales))) {
      const texts = Object.values(JSON.parse(readFileSync(new URL(`${language}/${file}`, locales), 'utf8')) as Record<string, string>).join('')
      expect([...new Set(texts)].filter(isMissing), `${language}/${file}`).toEqual([])
    }
  }
  expect(isMissing('é')).toBe(true)
})

test('the files are cut: the first screen waits for them', () => {
  const sizes = Object.fromEntries(['latin', 'cyrillic'].map((name) => [name, statSync(new URL(`fonts/golos-${name}.woff2`, import.meta.url)).size]))
  expect(sizes['latin']).toBeLessThan(17_000)
  expect(sizes['cyrillic']).toBeLessThan(11_000)
})

test('no text is heavier than the font', () => {
  const heaviest = [...theme.matchAll(/font-weight: 400 (\d+);/g)].map(([, weight]) => Number(weight))
  expect(heaviest).toEqual([600, 600])
  expect(theme).not.toMatch(/font-weight: [789]00/)
  // What is written on a canvas names its weight itself.
  const drawings = readdirSync(player, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => readFileSync(new URL(name, player), 'utf8'))
    .filter((source) => source.includes('HTMLCanvasElement'))
  const written = drawings.flatMap((source) => [...source.matchAll(/\bweight: (\d+)/g)].map(([, weight]) => Number(weight)))
  expect(Math.max(...written)).toBe(600)
})
