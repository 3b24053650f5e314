import { languages, type Language } from '@kit/i18n/language'
import { compareAmounts } from '@kit/amount/compare'
import { parseAmount } from '@kit/amount/parse'
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
export type Problem = 'missing' | 'amount' | 'ambiguous' | 'count' | 'low' | 'high' | 'time'

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

/** The most decimals of an amount, and of a figure that has bounds. */
const amountDecimalsMax = 8
export const boundedDecimalsMax = 18

/** What is sent of a field, or what is wrong with it. */
type Read = { sent: unknown } | { problem: Problem }

/** Words as the server takes them: one line, without room at its ends. */
const lineOf = (words: string) => words.trim().replaceAll(/\s*\n\s*/g, ' ')

function read(field: DeclaredField, entered: Entered, bounds: Bounds | undefined, language: Language): Read {
  if (Array.isArray(entered)) return { sent: entered }
  if (typeof entered !== 'string') return { sent: Object.fromEntries(Object.entries(entered).map(([of, words]) => [of, lineOf(words as string)])) }
  const typed = lineOf(entered)
  if (field.is === 'amount' || bounds) return readFigure(typed, bounds, language)
  if (field.is === 'count') return readCount(typed)
  if (field.is === 'flag') return { sent: typed === 'true' }
  if (field.is !== 'time') return { sent: typed }
  const at = readClockField(typed)
  return at === null ? { problem: 'time' } : { sent: at }
}

/** Reads a figure as any field for amounts does; here it may be nothing or less than nothing as well. */
function readFigure(typed: string, bounds: Bounds | undefined, language: Language): Read {
  const [, sign = '', figure = ''] = /^([-−]?)(.*)$/s.exec(typed) ?? []
  const parsed = parseAmount(figure, language, bounds ? boundedDecimalsMax : amountDecimalsMax)
  if (!parsed.ok && parsed.problem !== 'zero') return { problem: parsed.problem === 'ambiguous' ? 'ambiguous' : 'amount' }
  const value = parsed.ok ? `${sign && '-'}${parsed.value}` : '0'
  if (bounds && compareAmounts(value, bounds.min) < 0) return { problem: 'low' }
  return bounds && compareAmounts(value, bounds.max) > 0 ? { problem: 'high' } : { sent: value }
}

function readCount(typed: string): Read {
  const count = typed.replace(/\s/g, '')
  return /^-?\d{1,15}$/.test(count) ? { sent: Number(count) } : { problem: 'count' }
}

/** A price names its currency: where one of them changes, both are sent. */
const priced = ['price', 'currency']

interface Facts {
  given: Record<string, unknown>
  present?: Record<string, unknown>
  isWhole?: boolean
  bounds?: Record<string, Bounds>
}

/**
 * What an act sends of what was entered in a language, and what is wrong with it. Of what stands now only what differs is sent. An act that is
 * whole sends what stands as well, as it stands, where something differs: what it does not name is taken away.
 */
export function judge(
  fields: readonly DeclaredField[],
  values: Readonly<Record<string, Entered>>,
  { given, present, isWhole = false, bounds = {} }: Facts,
  language: Language,
): Judged {
  const payload: Record<string, unknown> = { ...given }
  const problems: Record<string, Problem> = {}
  const isAnew = (field: DeclaredField) =>
    present === undefined || field.isNeeded || JSON.stringify(enteredOf(field, present[field.name])) !== JSON.stringify(values[field.name] ?? '')
  const isPriced = fields.some(({ name }) => name === 'currency') && fields.some((field) => priced.includes(field.name) && isAnew(field))
  for (const field of fields) {
    const entered = values[field.name] ?? ''
    if (!isAnew(field) && !(isPriced && priced.includes(field.name))) {
      const stands = present?.[field.name] ?? null
      if (isWhole && stands !== null) payload[field.name] = stands
      continue
    }
    // An empty list is an answer: nowhere, nothing, nobody.
    if (isBlank(entered) && !(present !== undefined && Array.isArray(entered))) {
      // What stands can be changed and not taken away, but by a call that replaces all of it.
      if (field.isNeeded || (present !== undefined && !isWhole)) problems[field.name] = 'missing'
      continue
    }
    const got = read(field, entered, bounds[field.name], language)
    if ('problem' in got) problems[field.name] = got.problem
    else payload[field.name] = got.sent
  }
  const isEmpty = fields.length > 0 && (isWhole ? !fields.some(isAnew) : fields.every(({ name }) => !(name in payload)))
  return { payload, problems, isEmpty }
}
