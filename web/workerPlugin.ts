import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const source = fileURLToPath(new URL('player/worker.js', import.meta.url))
/** What is drawn for news without a picture of their own; their names stay when they change. */
const covers = fileURLToPath(new URL('player/public/covers/', import.meta.url))
/** The demo wallet's keys are of no use without its chain. */
const uselessOffline = /^assets\/keys-/

/**
 * Writes the service worker, `sw.js`, with the names of the build's files and their SHA-256 in it: another build makes another
 * worker. It comes last, when nothing changes the files any more.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'etld-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const digests = Object.values(bundle)
          .filter(({ fileName }) => fileName.startsWith('assets/') && !uselessOffline.test(fileName))
          .map((file) => [`/${file.fileName}`, digestOf(file.type === 'chunk' ? file.code : file.source)] as const)
          .concat(readdirSync(covers).map((name) => [`/covers/${name}`, digestOf(readFileSync(covers + name))] as const))
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
        const files = JSON.stringify(Object.fromEntries(digests))
        const version = createHash('sha256').update(files).digest('hex').slice(0, 12)
        const text = readFileSync(source, 'utf8').replace("'VERSION'", JSON.stringify(version)).replace("{ FILES: '' }", files)
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: text })
      },
    },
  }
}

function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64')
}
