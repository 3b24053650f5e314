import { expect, it } from 'vitest'
import { formsOf, readDocument } from '../../../../callFormsPlugin'
import { filterOf, filterValue } from './decideFilter'

const forms = formsOf(readDocument())

it.each(['payments/transfers', 'payments/intents', 'game/rounds'])('the times of %s are entered as times', (path) => {
  const filters = (forms[path]?.fields ?? []).map((field) => filterOf(field, String, String))
  expect(filters.filter(({ isTime }) => isTime).map(({ name }) => name)).toEqual(['from', 'to'])
})

it('a moment is asked for as the server reads it, by the clock of the platform', () => {
  const filter = { name: 'from', label: 'From', isTime: true }
  expect(filterValue(filter, '2026-11-20T08:00')).toBe('2026-11-20T00:00:00.000Z')
  expect(filterValue(filter, '')).toBeNull()
})

it('words are asked for without what surrounds them', () => {
  const filter = { name: 'userId', label: 'User' }
  expect([filterValue(filter, ' u '), filterValue(filter, ' ')]).toEqual(['u', null])
})
