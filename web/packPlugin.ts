import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const isText = /\.(js|css|svg|webmanifest)$/
/** Below this the headers outweigh what packing saves. */
const packFrom = 256

/** Packs the build's texts as tightly as can be, once: the server has them beside the plain files. */
export function pack(): Plugin {
  return {
    name: 'etld-pack',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const [name, file] of Object.entries(bundle)) {
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (!isText.test(name) || content.length < packFrom) continue
          const source = brotliCompressSync(content, {
            params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
          })
          this.emitFile({ type: 'asset', fileName: `${name}.br`, source })
        }
      },
    },
  }
}
