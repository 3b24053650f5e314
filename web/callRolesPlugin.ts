import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const id = 'virtual:call-roles'
const document = fileURLToPath(new URL('../api/operator.json', import.meta.url))
const prefix = '/operator/api/'

interface Document {
  paths: Record<string, { post: { 'x-roles': string[]; 'x-audited': boolean; 'x-kind'?: string; 'x-checkers'?: string[] } }>
}

/** Who may make each call of operators and decide each kind of proposal, as the server's document says: `virtual:call-roles`. */
export function callRoles(): Plugin {
  return {
    name: 'etld-call-roles',
    resolveId: (asked) => (asked === id ? `\0${id}` : null),
    load(asked) {
      if (asked !== `\0${id}`) return null
      this.addWatchFile(document)
      const { paths } = JSON.parse(readFileSync(document, 'utf8')) as Document
      const roles = Object.fromEntries(
        Object.entries(paths).map(([path, { post }]) => [
          path.slice(prefix.length),
          // Auditors read everything.
          post['x-audited'] || post['x-roles'].length === 0 ? post['x-roles'] : [...post['x-roles'], 'auditor'],
        ]),
      )
      const checkers = Object.fromEntries(Object.values(paths).flatMap(({ post }) => (post['x-kind'] ? [[post['x-kind'], post['x-checkers'] ?? []]] : [])))
      return { code: `export const roles = ${JSON.stringify(roles)}\nexport const checkers = ${JSON.stringify(checkers)}`, map: null, moduleType: 'js' }
    },
  }
}
