import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const style = readFileSync(new URL('theme.css', import.meta.url), 'utf8')

// Chromium on a slow processor leaves what fades in from nothing invisible when the time is over before its first frame.
test('screens do not enter from nothing', () => {
  const steps = /@keyframes enter \{\n(.*?)\n\}/s.exec(style)?.[1]
  expect(steps).toContain('transform')
  expect(steps).not.toContain('opacity')
})
