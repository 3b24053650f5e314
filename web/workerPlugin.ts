import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const source = fileURLToPath(new URL('player/worker.js', import.meta.url))
/** The demo wallet's keys are of no use without its chain. */
const uselessOffline = /^assets\/keys-/

/**
 * Writes the service worker, `sw.js`, with the names of the build's files in it: another build makes another worker.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'etld-service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/') && !uselessOffline.test(name))
        .map((name) => `/${name}`)
        .toSorted()
      const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12)
      const text = readFileSync(source, 'utf8').replace("'VERSION'", JSON.stringify(version)).replace("['FILES']", JSON.stringify(files))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: text })
    },
  }
}
