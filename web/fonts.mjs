// Cuts the app's font to what it shows: `npm run fonts` writes kit/src/ui/fonts, which is checked in, with the characters
// that theme.css names and the weights it gives them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const source = createRequire(import.meta.url)
  .resolve('@fontsource-variable/golos-text/package.json')
  .replace('package.json', '')
const target = fileURLToPath(new URL('kit/src/ui/fonts/', import.meta.url))
const theme = readFileSync(new URL('kit/src/ui/theme.css', import.meta.url), 'utf8')

/** The characters of a unicode-range. */
function charactersOf(range) {
  return range.split(',').flatMap((part) => {
    const [first, last = first] = part
      .trim()
      .slice(2)
      .split('-')
      .map((code) => Number.parseInt(code, 16))
    return Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place))
  })
}

mkdirSync(target, { recursive: true })
for (const [, name, lightest, heaviest, range] of theme.matchAll(/fonts\/golos-(\w+)\.woff2[^}]*font-weight: (\d+) (\d+);[^}]*unicode-range: ([^;]+);/g)) {
  const font = await subsetFont(readFileSync(`${source}files/golos-text-${name}-wght-normal.woff2`), charactersOf(range).join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: Number(lightest), max: Number(heaviest), default: Number(lightest) } },
  })
  writeFileSync(`${target}golos-${name}.woff2`, font)
  console.log(`golos-${name}.woff2: ${font.length} bytes`)
}
writeFileSync(`${target}LICENSE`, readFileSync(`${source}LICENSE`))
