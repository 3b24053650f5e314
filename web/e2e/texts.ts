import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from './browser.ts'

const catalogues = new Map<string, Record<string, string>>()

/** A text of the app, without parameters, as it stands in its catalogue. */
export function textOf(language: Language, namespace: string, key: string): string {
  const file = join(import.meta.dirname, '../locales', language, `${namespace}.json`)
  const catalogue = catalogues.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  catalogues.set(file, catalogue)
  const text = catalogue[key]
  if (text === undefined || text.includes('{')) throw new Error(`${language} ${namespace}.${key} is not a plain text`)
  return text
}
