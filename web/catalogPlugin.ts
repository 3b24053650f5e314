import { parse } from '@messageformat/parser'
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { featureFile } from './kit/src/i18n/featureFile.ts'

const locales = fileURLToPath(new URL('locales/', import.meta.url))
const catalogue = /[\\/]locales[\\/][^\\/]+[\\/][^\\/]+\.json$/
const listId = 'virtual:catalogues'
const fileId = /^virtual:catalogue\/(\w+)\/([\w-]+)$/

/** Whose texts a build brings: those of the console are called `console` and `console-…`; both apps have what is common. */
function isOf(app: 'player' | 'console', namespace: string): boolean {
  const isConsoles = featureFile(namespace) === 'console'
  return app === 'console' ? isConsoles || namespace === 'common' : !isConsoles
}

/**
 * Turns catalogues (`locales/<lang>/<namespace>.json`, ICU texts) into modules of compiled messages, so that no message
 * parser travels to the browser. A text that is not valid ICU fails the build. `virtual:catalogues` lists the files.
 */
export function catalogs(app: 'player' | 'console' = 'player'): Plugin {
  return {
    name: 'etld-catalogs',
    enforce: 'pre',
    resolveId: (id) => (id === listId ? `\0${id}` : fileId.test(id) ? id : null),
    load(id) {
      if (id === `\0${listId}`) return listOf(app)
      const [, language = '', file] = fileId.exec(id) ?? []
      if (file === undefined) return null
      const texts = Object.fromEntries(
        namespacesOf(language)
          .filter((namespace) => isOf(app, namespace) && featureFile(namespace) === file)
          .map((namespace) => {
            const path = join(locales, language, `${namespace}.json`)
            this.addWatchFile(path)
            return [namespace, compiled(path, readFileSync(path, 'utf8'))]
          }),
      )
      return { code: `export const texts = ${JSON.stringify(texts)}`, map: null, moduleType: 'js' }
    },
    transform: (source, id) => (catalogue.test(id) ? { code: `export default ${JSON.stringify(compiled(id, source))}`, map: null, moduleType: 'js' } : null),
  }
}

function namespacesOf(language: string): string[] {
  return readdirSync(join(locales, language)).map((name) => basename(name, '.json'))
}

/** The files by name, each loaded when it is asked for. */
function listOf(app: 'player' | 'console'): string {
  const languages = readdirSync(locales)
  const namespaces = namespacesOf(languages[0] ?? '').filter((namespace) => isOf(app, namespace))
  const files = languages.flatMap((language) => [...new Set(namespaces.map(featureFile))].map((file) => `${language}/${file}`))
  const loads = files.map((file) => `${JSON.stringify(file)}: () => import('virtual:catalogue/${file}')`)
  return `export const files = { ${loads.join(', ')} }`
}

function compiled(path: string, source: string): Record<string, CompiledMessage> {
  const texts = JSON.parse(source) as Record<string, string>
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      try {
        // The compiler only warns about a broken text; the parser refuses it.
        parse(text)
      } catch (fault) {
        throw new Error(`${path}: "${key}": ${String(fault)}`, { cause: fault })
      }
      return [key, compileMessage(text)]
    }),
  )
}
