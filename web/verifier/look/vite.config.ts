import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { catalogs } from '../../catalogPlugin.ts'
import { oneFile } from '../oneFile.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { alias: { '@kit': fileURLToPath(new URL('../../kit/src', import.meta.url)) } },
  plugins: [catalogs(), oneFile('index.html', "; connect-src 'self' https: http:")],
  build: {
    outDir: fileURLToPath(new URL('../../dist/console', import.meta.url)),
    // The console stands there already.
    emptyOutDir: false,
    copyPublicDir: false,
    target: ['chrome111', 'safari16.4', 'firefox114'],
    modulePreload: { polyfill: false },
  },
})
