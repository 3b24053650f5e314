// For tests only: reads catalogues and sources, and says what does not fit together.
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { languages, type Language } from './language'

/** `namespace.key` → ICU text. */
type Catalogue = ReadonlyMap<string, string>
export type CataloguesOfLanguages = Readonly<Record<Language, Catalogue>>

const russianForms = ['one', 'few', 'many', 'other']

/** Names of a text's parameters, sorted. */
export function parametersOf(text: string): string[] {
  const found = new Set<string>()
  collect(compileMessage(text), found, () => undefined)
  return [...found].sort()
}

function collect(message: CompiledMessage, found: Set<string>, onPlural: (forms: string[]) => void): void {
  if (typeof message === 'string') return
  for (const token of message) {
    if (typeof token === 'string') continue
    const [name, kind, forms] = token
    found.add(name)
    if (typeof forms !== 'object' || forms === null) continue
    if (kind === 'plural') onPlural(Object.keys(forms))
    for (const form of Object.values(forms)) if (typeof form === 'object') collect(form as CompiledMessage, found, onPlural)
  }
}

/** Problems of the catalogues among themselves: missing, empty, parameters that differ, plurals a language lacks. */
export function compareCatalogues(catalogues: CataloguesOfLanguages): string[] {
  const problems: string[] = []
  const keys = new Set(languages.flatMap((language) => [...catalogues[language].keys()]))
  for (const key of keys) {
    const wanted = catalogues.zhtw.get(key)
    for (const language of languages) {
      const text = catalogues[language].get(key)
      if (text === undefined) problems.push(`${language} ${key}: missing`)
      else if (text.trim() === '') problems.push(`${language} ${key}: empty`)
      else {
        problems.push(...formProblems(language, key, text))
        if (wanted !== undefined && parametersOf(text).join() !== parametersOf(wanted).join()) {
          problems.push(`${language} ${key}: parameters ${parametersOf(text).join()} instead of ${parametersOf(wanted).join()}`)
        }
      }
    }
  }
  return problems
}

function formProblems(language: Language, key: string, text: string): string[] {
  const problems: string[] = []
  collect(compileMessage(text), new Set(), (forms) => {
    const needed = language === 'ru' ? russianForms : ['other']
    for (const form of needed) if (!forms.includes(form)) problems.push(`${language} ${key}: no plural form ${form}`)
  })
  if (language === 'en' && /[\u0400-\u04ff\u4e00-\u9fff]/.test(text)) problems.push(`${language} ${key}: not English`)
  if (language === 'ru' && /[\u4e00-\u9fff]/.test(text)) problems.push(`${language} ${key}: not Russian`)
  if (language === 'zhtw' && /[\u0400-\u04ff]/.test(text)) problems.push(`${language} ${key}: not Chinese`)
  return problems
}

/** A key as it stands in a source, whole or as a template: `'state.done'`, `` `state.${state}` ``. */
const writtenKey = /['`]((?:[\w.-]|\$\{[^{}`]*\})+)['`]/g

/** Texts whose key stands in no source that names their namespace. */
export function unusedTexts(catalogue: Catalogue, sources: readonly string[]): string[] {
  const keys = [...catalogue.keys()]
  const namespaces = new Set(keys.map((key) => key.replace(/\..*/, '')))
  const used = new Set(
    [...namespaces].flatMap((namespace) => {
      const written = sources.filter((source) => source.includes(`'${namespace}'`)).flatMap((source) => [...source.matchAll(writtenKey)])
      const patterns = new Set(written.map(([, key = '']) => key.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[^.]+')))
      const isUsed = new RegExp(`^${namespace}\\.(${[...patterns].join('|')})$`)
      return keys.filter((key) => isUsed.test(key))
    }),
  )
  return keys.filter((key) => !used.has(key))
}
