import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { formsOf, readDocument } from '../../../../callFormsPlugin'

vi.mock('virtual:call-forms', () => ({ forms: formsOf(readDocument()) }))
const { act, fieldsOf } = await import('./act')
const { enteredOf, judge } = await import('./decideAct')
const { lengthsMax } = await import('./lengths')

/** What is sent of a machine's figures, of which some were announced to become others. */
function sent(values: Record<string, string>) {
  const change = act('machines/change', { productId: 'm' }, { present: { price: '100', power: 10, onSale: true }, announced: ['price', 'onSale'] })
  const fields = fieldsOf(change)
  const shown = Object.fromEntries(fields.map((field) => [field.name, enteredOf(field, change.present?.[field.name])]))
  return judge(fields, { ...shown, ...values }, change, 'en')
}

it('what was announced is taken back by what stands now, entered again', () => {
  expect(sent({})).toMatchObject({ isEmpty: true, problems: {} })
  expect(sent({ onSale: 'true' }).payload).toEqual({ productId: 'm', onSale: true })
  expect(sent({ price: '100' }).payload).toEqual({ productId: 'm', price: '100' })
  expect(sent({ power: '10' }).isEmpty).toBe(true)
})

it.each([
  ['machines/change', 'names', 'features/machine/catalogue/operator.go', 'nameMax'],
  ['machines/change', 'details', 'features/machine/catalogue/operator.go', 'detailsMax'],
  ['goods/change', 'names', 'features/shop/catalogue.go', 'nameMax'],
  ['goods/change', 'details', 'features/shop/catalogue.go', 'detailsMax'],
  ['nodes/change', 'names', 'features/node/catalogue.go', 'nameMax'],
  ['nodes/change', 'details', 'features/node/catalogue.go', 'detailsMax'],
  ['users/note', 'text', 'features/people/people.go', 'noteMax'],
  ['withdrawals/giveUp', 'note', 'features/withdrawal/texts.go', 'noteMax'],
  ['roles/change', 'name', 'core/operator/kind_staff.go', 'nameLength'],
] as const)('%s: %s are as long as the server takes them', (path, field, file, name) => {
  const server = readFileSync(new URL(`../../../../../internal/${file}`, import.meta.url), 'utf8')
  expect(lengthsMax[path]?.[field]).toBe(Number(new RegExp(`\\b${name} += ([\\d_]+)`).exec(server)?.[1]?.replace('_', '')))
})
