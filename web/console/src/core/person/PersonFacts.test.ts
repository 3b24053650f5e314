import { expect, it } from 'vitest'
import { accountOf } from './PersonFacts'

it.each([
  ['U.AVL', 'available'],
  ['U.GP', 'points'],
  ['O.CAP', null],
  ['toString', null],
])('%s', (name, word) => expect(accountOf(name)).toBe(word))
