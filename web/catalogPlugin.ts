import { parse } from '@messageformat/parser'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const CATALOG = /[\\/]locales[\\/][^\\/]+[\\/][^\\/]+\.json$/

/**
 * Turns a catalogue (`locales/<lang>/<namespace>.json`, ICU texts) into a module of compiled messages,
 * so that no message parser travels to the browser. A text that is not valid ICU fails the build.
 */
export function catalogs(): Plugin {
  return {
    name: 'etld-catalogs',
    enforce: 'pre',
    transform(source, id) {
      if (!CATALOG.test(id)) return null
      const texts = JSON.parse(source) as Record<string, string>
      const compiled = Object.fromEntries(
        Object.entries(texts).map(([key, text]) => {
          try {
            // The compiler only warns about a broken text; the parser refuses it.
            parse(text)
          } catch (fault) {
            this.error(`${id}: "${key}": ${String(fault)}`)
          }
          return [key, compileMessage(text)]
        }),
      )
      return { code: `export default ${JSON.stringify(compiled)}`, map: null, moduleType: 'js' }
    },
  }
}
