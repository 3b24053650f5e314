import { languages, type Language } from '@kit/i18n/language'
import { compareAmounts } from '@kit/amount/compare'
import { clockFieldOf, readClockField } from '@kit/time/zone'
import type { DeclaredField } from '../../../../callFormsPlugin'

/** Words in three languages. */
export type Texts = Record<Language, string>

/** What stands in an input: text, texts in three languages, or several values. */
export type Entered = string | Texts | readonly string[]

/** Within what a figure may lie. */
export interface Bounds {
  min: string
  max: string
}

/** What is wrong with a field. */
export type Problem = 'missing' | 'amount' | 'count' | 'low' | 'high' | 'time'

/** What is wrong with an act as a whole, or with its fields. */
export interface Judged {
  payload: Record<string, unknown>
  problems: Record<string, Problem>
  isEmpty: boolean
}

/** What an input shows of a value that stands now. */
export function enteredOf(field: DeclaredField, value: unknown): Entered {
  if (field.is === 'texts') {
    const texts = (value ?? {}) as Partial<Texts>
    return Object.fromEntries(languages.map((language) => [language, texts[language] ?? ''])) as Texts
  }
  if (field.is === 'many' || field.is === 'list') return Array.isArray(value) ? value.map(String) : []
  if (field.is === 'time' && typeof value === 'string') return clockFieldOf(value)
  return value === undefined || value === null ? '' : String(value as string | number | boolean)
}

function isBlank(entered: Entered): boolean {
  if (typeof entered === 'string') return entered.trim() === ''
  if (Array.isArray(entered)) return entered.length === 0
  return Object.values(entered as Texts).every((words) => words.trim() === '')
}

function problemOf(field: DeclaredField, typed: string, bounds: Bounds | undefined): Problem | null {
  if (field.is === 'amount' && !/^-?\d{1,11}(\.\d{1,8})?$/.test(typed)) return 'amount'
  if (field.is === 'count' && !/^-?\d{1,15}$/.test(typed)) return 'count'
  if (field.is === 'time' && readClockField(typed) === null) return 'time'
  if (!bounds) return null
  if (!/^-?\d{1,15}(\.\d{1,18})?$/.test(typed)) return 'amount'
  if (compareAmounts(typed, bounds.min) < 0) return 'low'
  return compareAmounts(typed, bounds.max) > 0 ? 'high' : null
}

/** A figure as the server reads it: a comma of somebody's keyboard is a point, and spaces are none. */
function typedOf(field: DeclaredField, entered: string, bounds: Bounds | undefined): string {
  const typed = entered.trim()
  return field.is === 'amount' || field.is === 'count' || bounds ? typed.replace(/[\s\u00a0]/g, '').replace(',', '.') : typed
}

function sentOf(field: DeclaredField, entered: Entered, typed: string): unknown {
  if (typeof entered !== 'string') return entered
  if (field.is === 'count') return Number(typed)
  if (field.is === 'flag') return typed === 'true'
  return field.is === 'time' ? readClockField(typed) : typed
}

/** A price names its currency: where one of them changes, both are sent. */
const priced = ['price', 'currency']

/** What an act sends of what was entered, and what is wrong with it. Of what stands now only what differs is sent. */
export function judge(
  fields: readonly DeclaredField[],
  values: Readonly<Record<string, Entered>>,
  { given, present, bounds = {} }: { given: Record<string, unknown>; present?: Record<string, unknown>; bounds?: Record<string, Bounds> },
): Judged {
  const payload: Record<string, unknown> = { ...given }
  const problems: Record<string, Problem> = {}
  const isAnew = (field: DeclaredField) =>
    present === undefined || field.isNeeded || JSON.stringify(enteredOf(field, present[field.name])) !== JSON.stringify(values[field.name] ?? '')
  const isPriced = fields.some(({ name }) => name === 'currency') && fields.some((field) => priced.includes(field.name) && isAnew(field))
  for (const field of fields) {
    const entered = values[field.name] ?? ''
    if (!isAnew(field) && !(isPriced && priced.includes(field.name))) continue
    // An empty list is an answer: nowhere, nothing, nobody.
    if (isBlank(entered) && !(present !== undefined && Array.isArray(entered))) {
      if (field.isNeeded) problems[field.name] = 'missing'
      continue
    }
    const typed = typeof entered === 'string' ? typedOf(field, entered, bounds[field.name]) : ''
    const problem = typeof entered === 'string' ? problemOf(field, typed, bounds[field.name]) : null
    if (problem !== null) problems[field.name] = problem
    else payload[field.name] = sentOf(field, entered, typed)
  }
  const isEmpty = fields.length > 0 && fields.every(({ name }) => !(name in payload))
  return { payload, problems, isEmpty }
}
