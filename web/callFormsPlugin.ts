import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const id = 'virtual:call-forms'
const document = fileURLToPath(new URL('../api/operator.json', import.meta.url))
const prefix = '/operator/api/'

/** How a field is entered. */
type FieldKind = 'amount' | 'count' | 'flag' | 'choice' | 'words' | 'texts' | 'many' | 'list' | 'time'

export interface DeclaredField {
  name: string
  is: FieldKind
  /** What can be chosen. */
  values?: readonly string[]
  isNeeded: boolean
}

export interface DeclaredForm {
  /** The kind of proposal; nothing where one person's call does it at once. */
  kind?: string
  fields: readonly DeclaredField[]
  /** A list whose order can be turned. */
  hasOrder: boolean
  /** A list whose rows are asked for by their keys. */
  hasKeys: boolean
}

export interface AuditedCall {
  path: string
  kind?: string
}

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: string[]
  pattern?: string
  format?: string
  readOnly?: boolean
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

export interface OperatorDocument {
  paths: Record<string, { post: { 'x-audited': boolean; 'x-kind'?: string; requestBody?: { content: { 'application/json': { schema: Schema } } } } }>
  components: { schemas: Record<string, Schema> }
}

function placeOf(required: readonly string[], name: string): number {
  return required.includes(name) ? required.indexOf(name) : required.length
}

/** What every list is asked for beside its filters. */
const ofLists = ['size', 'cursor', 'sort', 'order', 'ids', 'count']

/** The forms of all calls that change something and the filters of all lists, as the server's document declares what they are sent. */
export function formsOf({ paths, components }: OperatorDocument): Record<string, DeclaredForm> {
  const read = (schema: Schema): Schema => (schema.$ref ? read(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema)

  function kindOf(declared: Schema): Pick<DeclaredField, 'is' | 'values'> {
    const schema = read(declared)
    const items = read(schema.items ?? {})
    if (schema.enum) return { is: 'choice', values: schema.enum }
    if (items.enum) return { is: 'many', values: items.enum }
    if (schema.type === 'array') return { is: 'list' }
    if (schema.type === 'integer') return { is: 'count' }
    if (schema.type === 'boolean') return { is: 'flag' }
    if (schema.properties?.['zhtw']) return { is: 'texts' }
    if (schema.pattern) return { is: 'amount' }
    return { is: schema.format === 'date-time' ? 'time' : 'words' }
  }

  return Object.fromEntries(
    Object.entries(paths)
      .filter(([, { post }]) => post.requestBody)
      .map(([path, { post }]): [string, DeclaredForm] => {
        const kind = post['x-kind']
        const body = read(post.requestBody?.content['application/json'].schema ?? {})
        const { properties = {}, required = [] } = kind ? read(body.properties?.['payload'] ?? {}) : body
        const fields = Object.entries(properties)
          .filter(([name, schema]) => !schema.readOnly && (post['x-audited'] || !ofLists.includes(name)))
          .map(([name, schema]) => ({ name, ...kindOf(schema), isNeeded: required.includes(name) }))
          // What is needed comes first, in the server's own order.
          .sort((one, other) => placeOf(required, one.name) - placeOf(required, other.name))
        return [
          path.slice(prefix.length),
          { ...(kind ? { kind } : {}), fields, hasOrder: 'order' in properties, hasKeys: !post['x-audited'] && 'ids' in properties },
        ]
      }),
  )
}

/** The calls that the log is told of, each with the kind that it proposes. */
export function auditedOf({ paths }: OperatorDocument): readonly AuditedCall[] {
  return Object.entries(paths).flatMap(([path, { post }]) =>
    post['x-audited'] ? [{ path: path.slice(prefix.length), ...(post['x-kind'] ? { kind: post['x-kind'] } : {}) }] : [],
  )
}

export function readDocument(): OperatorDocument {
  return JSON.parse(readFileSync(document, 'utf8')) as OperatorDocument
}

/** What each call is sent, field by field, and which the log is told of: `virtual:call-forms`. */
export function callForms(): Plugin {
  return {
    name: 'etld-call-forms',
    resolveId: (asked) => (asked === id ? `\0${id}` : null),
    load(asked) {
      if (asked !== `\0${id}`) return null
      this.addWatchFile(document)
      const read = readDocument()
      const code = `export const forms = ${JSON.stringify(formsOf(read))}\nexport const audited = ${JSON.stringify(auditedOf(read))}`
      return { code, map: null, moduleType: 'js' }
    },
  }
}
