import en from '../../../../internal/core/operator/sentence/locales/en.json'
import ru from '../../../../internal/core/operator/sentence/locales/ru.json'
import zhtw from '../../../../internal/core/operator/sentence/locales/zhtw.json'
import type { Language } from '../i18n/language'
import { itemsOf, membersOf, textOf } from './members'
import { visible } from './visible'

/** The words that the server makes sentences of; `sentence.go` says what they are. */
const catalogues: Record<Language, Readonly<Record<string, string>>> = { zhtw, en, ru }

/** The same lists as in `sentence.go`: fields whose values have words, fields that people write, and what a payout's hash stands for. */
const worded = ['pool', 'move', 'part', 'cause', 'code', 'level', 'roles', 'category', 'size']
const quoted = ['evidence', 'name', 'note', 'zhtw', 'en', 'ru', 'value', 'subject']
const ofPayout = ['quantity', 'fee', 'chainId', 'token', 'units', 'statement']
const bound: Readonly<Record<string, readonly string[]>> = { withdrawal_review: ofPayout, withdrawal_reissue: ofPayout }

interface Field {
  name: string
  raw: string
  words: string
}

/** The sentence of a proposal: the server's, to the letter, made without it. */
export function sentenceOf(language: Language, { kind, subject, payload }: { kind: string; subject: string; payload: string }): string {
  const words = catalogues[language]
  const fields = fieldsOf(words, payload)
  if (fields === null) return visible(`${kind}: ${subject} ${payload}`)
  const head = headOf(words, kind, fields)
  const rest = fields
    .filter((field) => !head.includes(`{${field.name}}`) && words[variantOf(kind, field)] === undefined && !bound[kind]?.includes(field.name))
    .map(({ name, words: value }) => `${words[`field.${name}`] ?? name} ${value}`)
  // The slots are filled in one go: a value that looks like one is none.
  let text = head.replace(/\{([^{}]*)\}/g, (slot, name: string) => fields.find((field) => field.name === name)?.words ?? slot)
  if (rest.length > 0) text += `${words['colon'] ?? ''}${rest.join('; ')}`
  // A subject that is made of the payload's values was said with them.
  const isSaid = (word: string) => fields.some(({ raw }) => raw === word)
  if (!text.includes(subject) && !subject.split(' ').every(isSaid)) text += ` (${subject})`
  return visible(text + (words['end'] ?? ''))
}

/** A kind's words, those for the value of a field before the others; its own name where the payload lacks what they name. */
function headOf(words: Readonly<Record<string, string>>, kind: string, fields: readonly Field[]): string {
  const variant = fields.findLast((field) => words[variantOf(kind, field)] !== undefined)
  const text = (variant && words[variantOf(kind, variant)]) ?? words[`kind.${kind}`] ?? ''
  const rest = fields.reduce((left, { name }) => left.replaceAll(`{${name}}`, ''), text)
  return text === '' || rest.includes('{') ? kind : text
}

function variantOf(kind: string, { name, raw }: Field): string {
  return `kind.${kind} ${name}=${raw}`
}

/** A payload's fields in their order, without those that are null; null for what is no object. */
function fieldsOf(words: Readonly<Record<string, string>>, payload: string): Field[] | null {
  return (
    membersOf(payload)
      ?.filter(({ raw }) => raw !== 'null')
      .map(({ name, raw }) => ({ name, raw: raw.replace(/^"+|"+$/g, ''), words: valueOf(words, name, raw) })) ?? null
  )
}

/** A field's value in words. */
function valueOf(words: Readonly<Record<string, string>>, name: string, raw: string): string {
  if (raw.startsWith('{')) return (membersOf(raw) ?? []).map((member) => `${member.name} ${valueOf(words, member.name, member.raw)}`).join(', ')
  if (raw.startsWith('[')) {
    const items = itemsOf(raw)
    return items.length === 0 ? (words['none'] ?? '') : items.map((item) => valueOf(words, name, item)).join(', ')
  }
  if (!raw.startsWith('"')) return words[`value.${raw}`] ?? raw
  const text = textOf(raw)
  const known = worded.includes(name) ? words[`value.${text}`] : undefined
  return known ?? (quoted.includes(name) ? `“${text}”` : text)
}
