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
