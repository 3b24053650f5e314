import { expect, it } from 'vitest'
import { linesOf } from './pen'

const within = (length: number) => (part: string) => part.trim().length <= length

it.each([
  ['Every figure can be checked.', 12, ['Every figure', 'can be', 'checked.']],
  ['每一筆都可查證。本金鎖定', 5, ['每一筆都可', '查證。本金', '鎖定']],
  ['可查證。本金', 3, ['可查證。', '本金']],
  ['Неделимое', 3, ['Неделимое']],
  ['', 3, []],
])('%s', (text, length, lines) => {
  expect(linesOf(text, within(length))).toEqual(lines)
})
