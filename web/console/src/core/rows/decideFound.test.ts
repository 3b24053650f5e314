import { describe, expect, it } from 'vitest'
import { foundIn, typedOf, wordsOf } from './decideFound'

const game = { key: 'game', title: 'Игра' }
const shop = { key: 'shop', title: 'Магазин' }
const rows = [
  { name: 'Потеря за день', heading: game },
  { name: 'Ставка за день', heading: game },
  { name: 'Игра адресов', heading: shop },
]
const looks = { textOf: ({ name }: (typeof rows)[number]) => name, headingOf: ({ heading }: (typeof rows)[number]) => heading }
const found = (words: string) => foundIn(rows, words, looks).map(({ name }) => name)

describe('what is looked for', () => {
  it('is all under a heading, in whatever language the address was made', () => {
    expect(found('theme:game')).toEqual(['Потеря за день', 'Ставка за день'])
    expect(found('theme:gone')).toEqual([])
  })

  it('is what has the typed words', () => {
    expect(found('день потеря')).toEqual(['Потеря за день'])
    expect(found('игра')).toEqual(['Игра адресов'])
    expect(found('')).toHaveLength(3)
  })

  it('stands in the field by the heading, and in the address by its key', () => {
    expect(wordsOf('Игра', [game, shop])).toBe('theme:game')
    expect(wordsOf('Игра адресов', [game, shop])).toBe('Игра адресов')
    expect(typedOf('theme:game', [game, shop])).toBe('Игра')
    expect(typedOf('theme:gone', [game, shop])).toBe('theme:gone')
    expect(typedOf('день', [game, shop])).toBe('день')
  })
})
