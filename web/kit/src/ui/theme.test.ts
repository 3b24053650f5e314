import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const style = readFileSync(new URL('theme.css', import.meta.url), 'utf8')

// Chromium on a slow processor leaves what fades in from nothing invisible when the time is over before its first frame.
test('screens do not enter from nothing', () => {
  const steps = /@keyframes enter \{\n(.*?)\n\}/s.exec(style)?.[1]
  expect(steps).toContain('transform')
  expect(steps).not.toContain('opacity')
})

// A page that is being made has a width of one pixel for a moment, and a text measured then would be of a hundredth.
test('a size that follows the width of the screen has an end below which nobody can read', () => {
  const web = fileURLToPath(new URL('../../../', import.meta.url))
  const sizes = ['kit/src', 'player/src', 'console/src'].flatMap((folder) =>
    readdirSync(web + folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => [...readFileSync(`${web}${folder}/${file}`, 'utf8').matchAll(/text-\[([^\]]*\dvw[^\]]*)\]/g)].map(([, size]) => size)),
  )
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.filter((size) => !/^clamp\((?:11px|1rem),/.test(size ?? ''))).toEqual([])
})

/** How bright a colour is, as WCAG counts it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

// A busy button says what to do next, such as to sign in the wallet.
test('the words on a button that cannot be pressed can be read', () => {
  const colours = (name: string) => [...style.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))].map(([, colour = '']) => luminance(colour))
  const [muted, line] = [colours('muted'), colours('line')]
  expect(muted).toHaveLength(3)
  for (const [theme, words] of muted.entries()) {
    const [dim = 0, bright = 0] = [words, line[theme] ?? 0].toSorted((one, other) => one - other)
    expect((bright + 0.05) / (dim + 0.05)).toBeGreaterThanOrEqual(4.5)
  }
})
