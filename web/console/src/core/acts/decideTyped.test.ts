import { expect, it } from 'vitest'
import { keptWith, shownOf } from './decideTyped'

it('keeps what differs with what stood, and nothing of what does not', () => {
  const typed = keptWith(null, 'price', '90', '100')
  expect(typed).toEqual({ price: { typed: '90', stood: '100' } })
  // What stands has become another value: what stood when the typing began stays.
  expect(keptWith(typed, 'price', '95', '110')).toEqual({ price: { typed: '95', stood: '100' } })
  expect(keptWith(typed, 'price', '100', '100')).toBeNull()
  expect(keptWith({ ...typed, limit: { typed: '2', stood: '1' } }, 'price', '100', '100')).toEqual({ limit: { typed: '2', stood: '1' } })
})

it.each([
  ['nothing typed', undefined, '100', '100', false],
  ['what was typed', { typed: '90', stood: '100' }, '100', '90', false],
  ['what somebody else changed meanwhile', { typed: '90', stood: '100' }, '110', '90', true],
  ['what somebody else changed to the same', { typed: '90', stood: '100' }, '90', '90', false],
  ['what was typed into a field of another kind', { typed: '90', stood: '100' }, ['a'], ['a'], false],
])('shows %s', (_, kept, stands, value, isChanged) => expect(shownOf(kept, stands)).toEqual({ value, isChanged }))
