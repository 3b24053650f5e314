import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'
import { glide } from './glide'

afterEach(() => vi.unstubAllGlobals())

it.each([
  [true, 'instant'],
  [false, 'smooth'],
])('asks whether less motion is preferred: %s', (matches, behavior) => {
  const asked = vi.fn(() => ({ matches }))
  vi.stubGlobal('matchMedia', asked)
  expect(glide()).toBe(behavior)
  expect(asked).toHaveBeenCalledWith('(prefers-reduced-motion: reduce)')
})

it('is asked wherever a script scrolls', () => {
  const web = fileURLToPath(new URL('../../../', import.meta.url))
  const sources = ['kit/src', 'player/src'].flatMap((folder) =>
    readdirSync(web + folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .map((file) => `${web}${folder}/${file}`),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter((file) => /behavior: '/.test(readFileSync(file, 'utf8')))).toEqual([])
})
