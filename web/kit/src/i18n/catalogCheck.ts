// For tests only: reads catalogues and sources, and says what does not fit together.
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import ts from 'typescript'
import { languages, type Language } from './language'

/** `namespace.key` → ICU text. */
export type Catalogue = ReadonlyMap<string, string>
export type Catalogues = Readonly<Record<Language, Catalogue>>

/** One use of a text in the sources. */
export interface TextUse {
  where: string
  /** Matches the full keys this use can name. */
  pattern: RegExp
  isExact: boolean
  /** Names of the values passed; null where they cannot be read. */
  values: readonly string[] | null
}

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
export function compareCatalogues(catalogues: Catalogues): string[] {
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

/** Problems between sources and catalogues: texts nobody uses, uses without a text, values that do not fit. */
export function compareUses(uses: readonly TextUse[], catalogue: Catalogue): string[] {
  const problems: string[] = []
  const used = new Set<string>()
  for (const use of uses) {
    const matching = [...catalogue.keys()].filter((key) => use.pattern.test(key))
    if (matching.length === 0) problems.push(`${use.where}: no text for ${use.pattern.source}`)
    for (const key of matching) {
      used.add(key)
      problems.push(...valueProblems(use, key, parametersOf(catalogue.get(key) ?? '')))
    }
  }
  for (const key of catalogue.keys()) if (!used.has(key)) problems.push(`${key}: unused`)
  return problems
}

function valueProblems(use: TextUse, key: string, parameters: readonly string[]): string[] {
  const { values } = use
  if (values === null) return []
  const missing = parameters.filter((name) => !values.includes(name)).map((name) => `${use.where}: ${key} needs ${name}`)
  const spare = use.isExact ? values.filter((name) => !parameters.includes(name)).map((name) => `${use.where}: ${key} has no ${name}`) : []
  return [...missing, ...spare]
}

/** Finds every use of `useText` and `text` in a source, and names the calls whose key cannot be found. */
export function findUses(fileName: string, source: string): { uses: TextUse[]; problems: string[] } {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const uses: TextUse[] = []
  const problems: string[] = []
  const scopes: { node: ts.Node; name: string; namespace: string }[] = []

  function note(node: ts.Node, namespace: string, key: ts.Expression | undefined, values: ts.Expression | undefined): void {
    const where = `${fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    const keys = key ? keysOf(key) : null
    if (!keys) problems.push(`${where}: the key cannot be found; use a literal or a template with a literal head`)
    for (const found of keys ?? []) {
      const head = `${namespace}.`.replaceAll('.', '\\.')
      uses.push({ where, pattern: new RegExp(`^${head}${found.source}$`), isExact: found.isExact, values: namesOf(values) })
    }
  }

  function visit(node: ts.Node): void {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer && ts.isCallExpression(node.initializer)) {
      const { expression, arguments: given } = node.initializer
      if (expression.getText() === 'useText' && given[0] && ts.isStringLiteral(given[0])) {
        scopes.push({ node: scopeOf(node), name: node.name.text, namespace: given[0].text })
      }
    }
    if (ts.isParameter(node) && node.type?.getText() === 'Text') {
      problems.push(`${fileName}: a parameter of type Text hides its namespace; pass the key instead`)
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const name = node.expression.text
      const scope = scopes.findLast((candidate) => candidate.name === name && contains(candidate.node, node))
      const [first, second, third] = node.arguments
      if (scope) note(node, scope.namespace, first, second)
      else if (name === 'text' && first && ts.isStringLiteral(first)) note(node, first.text, second, third)
    }
    ts.forEachChild(node, visit)
  }

  visit(file)
  return { uses, problems }
}

function scopeOf(node: ts.Node): ts.Node {
  let scope: ts.Node = node
  while (scope.parent && !ts.isFunctionLike(scope)) scope = scope.parent
  return scope
}

function contains(outer: ts.Node, inner: ts.Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end
}

function escape(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function keysOf(key: ts.Expression): { source: string; isExact: boolean }[] | null {
  if (ts.isParenthesizedExpression(key)) return keysOf(key.expression)
  if (ts.isStringLiteralLike(key)) return [{ source: escape(key.text), isExact: true }]
  if (ts.isConditionalExpression(key)) {
    const [whenTrue, whenFalse] = [keysOf(key.whenTrue), keysOf(key.whenFalse)]
    return whenTrue && whenFalse ? [...whenTrue, ...whenFalse].map((found) => ({ ...found, isExact: false })) : null
  }
  if (ts.isTemplateExpression(key)) {
    const spans = key.templateSpans.map((span) => `[^.]+${escape(span.literal.text)}`).join('')
    return [{ source: escape(key.head.text) + spans, isExact: false }]
  }
  return null
}

function namesOf(values: ts.Expression | undefined): string[] | null {
  if (values === undefined) return []
  if (!ts.isObjectLiteralExpression(values)) return null
  return values.properties.flatMap((property) => (property.name ? [property.name.getText()] : []))
}
