import en from '../../../../internal/core/operator/sentence/locales/en.json'
import ru from '../../../../internal/core/operator/sentence/locales/ru.json'
import zhtw from '../../../../internal/core/operator/sentence/locales/zhtw.json'
import { shiftPoint } from '../amount/format'
import type { Language } from '../i18n/language'
import { itemsOf, membersOf, textOf } from './members'

/** The words that the server makes sentences of; `sentence.go` says what they are. */
const catalogues: Record<Language, Readonly<Record<string, string>>> = { zhtw, en, ru }

/** The same lists as in `sentence.go`: fields whose values have words, fields that people write, fields whose figures are written as a language does, fields that are a share, and what a payout's hash stands for. */
const worded = ['pool', 'move', 'part', 'cause', 'code', 'level', 'roles', 'category', 'size']
const quoted = ['evidence', 'name', 'note', 'zhtw', 'en', 'ru', 'value', 'subject']
const sums = ['amount', 'arrival', 'quantity', 'price', 'etldCap', 'dayStake', 'dayLoss', 'addStock', 'supply']
const shares = ['dailyRate']
const ofPayout = ['quantity', 'fee', 'chainId', 'token', 'units', 'statement']
const bound: Readonly<Record<string, readonly string[]>> = { withdrawal_review: ofPayout, withdrawal_reissue: ofPayout }

/** It stands in words for a thing that they are around. */
const open = '…'

interface Field {
  name: string
  raw: string
  words: string
}

/** The sentence of a proposal: the server's, to the letter, made without it. */
export function sentenceOf(language: Language, { kind, subject, payload }: { kind: string; subject: string; payload: string }): string {
  const words = catalogues[language]
  const given = fieldsOf(language, kind, payload)
  if (given === null) return visible(`${kind}: ${subject} ${payload}`)
  const fields = named(language, subject, given)
  const head = headOf(words, kind, fields)
  const rest = fields
    .filter((field) => !head.includes(`{${field.name}}`) && words[variantOf(kind, field)] === undefined && !bound[kind]?.includes(field.name))
    .map(({ name, words: value }) => `${words[`field.${name}`] ?? name} ${value}`)
  // The slots are filled in one go: a value that looks like one is none.
  let text = head.replace(/\{([^{}]*)\}/g, (slot, name: string) => fields.find((field) => field.name === name)?.words ?? slot)
  if (rest.length > 0) text += `${words['colon'] ?? ''}${rest.join(words['semicolon'])}`
  // A subject that is made of the payload's values was said with them.
  const isSaid = (word: string) => fields.some(({ raw }) => raw === word)
  if (!text.includes(subject) && !subject.split(' ').every(isSaid)) {
    const [about, behind] = subjectOf(words, subject)
    text += around(words['aside'], isSaid(about) ? behind : `${about} ${behind}`.trim())
  }
  return visible(text + (words['end'] ?? ''))
}

/** Fields with what the subject was called behind them gone to the one that has its key: “Small machine” (machineSmall). */
function named(language: Language, subject: string, fields: Field[]): Field[] {
  const called = fields.find(({ name }) => name === 'called')
  const key = fields.find(({ raw }) => raw === subject)
  const name = membersOf(called?.raw ?? '{}')?.find((one) => one.name === language)
  if (!key || !name?.raw.startsWith('"') || name.raw === '""') return fields
  return fields
    .filter((field) => field !== called)
    .map((field) => (field === key ? { ...field, words: quote(catalogues[language], textOf(name.raw), subject) } : field))
}

/** A name with its key behind it. */
function quote(words: Readonly<Record<string, string>>, name: string, key: string): string {
  return around(words['quoted'], name) + around(words['aside'], key)
}

/** A text within a language's marks. */
function around(marks = '', text: string): string {
  return marks.replace(open, () => text)
}

/** A subject's first word and what stands behind it, such as "at once", in the reader's language. */
function subjectOf(words: Readonly<Record<string, string>>, subject: string): [about: string, behind: string] {
  const [about = ''] = subject.split(' ', 1)
  const behind = subject.slice(about.length + 1)
  return [about, words[`said.${behind}`] ?? behind]
}

/** A kind's words, those for the value of a field before the others; words of its own, or its name, where the payload lacks what they name. */
function headOf(words: Readonly<Record<string, string>>, kind: string, fields: readonly Field[]): string {
  const variant = fields.findLast((field) => words[variantOf(kind, field)] !== undefined)
  const text = (variant && words[variantOf(kind, variant)]) ?? words[`kind.${kind}`] ?? ''
  const rest = fields.reduce((left, { name }) => left.replaceAll(`{${name}}`, ''), text)
  return text === '' || rest.includes('{') ? (words[`kind.${kind} else`] ?? kind) : text
}

function variantOf(kind: string, { name, raw }: Field): string {
  return `kind.${kind} ${name}=${raw}`
}

/** A payload's fields in their order, without those that are null; null for what is no object. */
function fieldsOf(language: Language, kind: string, payload: string): Field[] | null {
  const words = catalogues[language]
  const members = membersOf(payload)?.filter(({ raw }) => raw !== 'null') ?? null
  const fields = members?.map(({ name, raw }) => {
    const value = valueOf(words, name, raw)
    const said = sums.includes(name) ? figureOf(language, value) : shares.includes(name) ? measured(language, words['percent'], value) : value
    return { name, raw: raw.replace(/^"+|"+$/g, ''), words: said }
  })
  return fields ? inCurrency(words, kind, kind === 'param_change' ? paramSaid(language, fields) : fields) : null
}

/** Fields with its currency behind a price: the one of the field beside it, or the words around the prices of a kind. */
function inCurrency(words: Readonly<Record<string, string>>, kind: string, fields: Field[]): Field[] {
  const price = fields.find(({ name }) => name === 'price')
  const currency = fields.find(({ name }) => name === 'currency')
  if (!price) return fields
  const said = around(words[`unit.${kind} price`] ?? open, price.words) + (currency ? ` ${currency.words}` : '')
  return fields.filter((field) => field !== currency).map((field) => (field === price ? { ...field, words: said } : field))
}

const figure = /^(0|[1-9]\d*)(\.\d+)?$/

/** A decimal figure as a language writes it; what is none stays as it is. */
export function figureOf(language: Language, value: string): string {
  const words = catalogues[language]
  const [, whole = '', fraction = ''] = figure.exec(value) ?? []
  if (whole === '') return value
  return whole.replace(/\B(?=(?:\d{3})+$)/g, words['thousands'] ?? '') + fraction.replace('.', words['point'] ?? '')
}

/** A figure within the words of its unit; a share is a percentage. */
function measured(language: Language, unit = open, value: string): string {
  if (!figure.test(value)) return value
  return unit.replace(open, figureOf(language, unit === catalogues[language]['percent'] ? shiftPoint(value, 2) : value))
}

/** The fields of a parameter's change in the parameter's words, and with its unit; what is no figure of a parameter keeps its marks. */
function paramSaid(language: Language, fields: readonly Field[]): Field[] {
  const words = catalogues[language]
  const { raw: param = '' } = fields.find(({ name }) => name === 'name') ?? {}
  const said = paramOf(words, param)
  return fields.map((field) => {
    if (said !== '' && field.name === 'name') return { ...field, words: quote(words, said, param) }
    if (said === '' || field.name !== 'value' || !figure.test(field.raw)) return field
    return { ...field, words: measured(language, words[`unit.${param}`] ?? words[patternOf(words, 'unit.', param)[0]], field.raw) }
  })
}

/** The words for a parameter's name; empty where there are none. A name that holds a currency, a network or a level has words around it. */
function paramOf(words: Readonly<Record<string, string>>, name: string): string {
  const own = words[`param.${name}`]
  if (own !== undefined) return own
  const [key, thing] = patternOf(words, 'param.', name)
  const parts = thing.split('.').map((part) => part.toUpperCase().replace(/^(BEP|ERC)(\d+)$/, '$1-$2'))
  return (words[key] ?? '').replace(open, parts.toReversed().join(', '))
}

/** The longest key whose words around a thing are those of a name, and the thing. */
function patternOf(words: Readonly<Record<string, string>>, prefix: string, name: string): readonly [key: string, thing: string] {
  const found = Object.keys(words)
    .filter((one) => one.startsWith(prefix) && one.includes(open))
    .map((one) => [one, thingIn(one.slice(prefix.length), name)] as const)
    .filter(([, one]) => one !== '')
  return found.toSorted(([one], [other]) => other.length - one.length)[0] ?? ['', '']
}

/** What stands in a name where words are open; empty where the name is another one. */
function thingIn(pattern: string, name: string): string {
  const [head = '', tail = ''] = pattern.split(open)
  return name.length > head.length + tail.length && name.startsWith(head) && name.endsWith(tail) ? name.slice(head.length, name.length - tail.length) : ''
}

/** A field's value in words. */
function valueOf(words: Readonly<Record<string, string>>, name: string, raw: string): string {
  if (raw.startsWith('{')) return (membersOf(raw) ?? []).map((member) => `${member.name} ${valueOf(words, member.name, member.raw)}`).join(words['comma'])
  if (raw.startsWith('[')) {
    const items = itemsOf(raw)
    return items.length === 0 ? (words['none'] ?? '') : items.map((item) => valueOf(words, name, item)).join(words['comma'])
  }
  if (!raw.startsWith('"')) return words[`value.${raw}`] ?? raw
  const text = textOf(raw)
  const known = worded.includes(name) ? (words[`value.${name}.${text}`] ?? words[`value.${text}`]) : undefined
  return known ?? (quoted.includes(name) ? around(words['quoted'], text) : text)
}

const isSeen = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u
const isIgnored = /^[\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]$/u

/** A text in which each character that is not seen, or that turns what is read after it, is written as JSON would write its number. */
function visible(text: string): string {
  return Array.from(text)
    .map((one) => (isSeen.test(one) && !isIgnored.test(one) ? one : Array.from({ length: one.length }, (_, at) => escaped(one.charCodeAt(at))).join('')))
    .join('')
}

function escaped(unit: number): string {
  return String.raw`\u` + unit.toString(16).padStart(4, '0')
}
