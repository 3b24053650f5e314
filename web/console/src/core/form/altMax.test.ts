import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { altMax } from './altMax'

it('the words of a picture are as long as the server takes them', () => {
  expect(readFileSync(new URL('../../../../../internal/core/picture/view.go', import.meta.url), 'utf8')).toContain(`const altMax = ${altMax}\n`)
})
