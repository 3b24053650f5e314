import type { Address } from '../contract'

/** Whether goods are not sent to an address yet. */
export function isNew({ readyAt }: Pick<Address, 'readyAt'>, now: number): boolean {
  return Date.parse(readyAt) > now
}

/** What a person says of an address. */
export interface AddressInput {
  name: string
  phone: string
  region: string
  detail: string
}

export const nothingTyped: AddressInput = { name: '', phone: '', region: '', detail: '' }

/** The most there can be. */
export const addressesMax = 10

export const lengths = { name: 50, phone: 20, detail: 200 } as const
const detailMin = 5

/** What is wrong with a field: the spec asks for what is missing; the rest is about its form. */
type FieldProblem = 'missing' | 'malformed'

/** What is wrong, field by field; nothing where all is well. Lengths are counted as people do. */
export function problemsOf({ name, phone, detail }: AddressInput): Partial<Record<'name' | 'phone' | 'detail', FieldProblem>> {
  const found = {
    name: problemOf(name, (text) => lengthOf(text) <= lengths.name),
    phone: problemOf(phone, (text) => /^\+?[0-9 -]{6,20}$/.test(text) && /\d/.test(text)),
    detail: problemOf(detail, (text) => lengthOf(text) >= detailMin && lengthOf(text) <= lengths.detail),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null))
}

function problemOf(typed: string, isWellFormed: (text: string) => boolean): FieldProblem | null {
  const text = typed.trim()
  if (text === '') return 'missing'
  return isWellFormed(text) ? null : 'malformed'
}

function lengthOf(text: string): number {
  return Array.from(text).length
}

/** What is sent: without the blanks around it. */
export function trimmed({ name, phone, region, detail }: AddressInput): AddressInput {
  return { name: name.trim(), phone: phone.trim(), region, detail: detail.trim() }
}

/** The address an order goes to: the chosen one, else the default, else the only one there is. */
export function chosenOf(list: readonly Address[], chosenId: string | null): Address | null {
  return list.find(({ id }) => id === chosenId) ?? list.find(({ isDefault }) => isDefault) ?? (list.length === 1 ? (list[0] ?? null) : null)
}
