import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { callForms } from '../callFormsPlugin.ts'
import { callRoles } from '../callRolesPlugin.ts'
import { catalogs } from '../catalogPlugin.ts'
import { pack } from '../packPlugin.ts'
import { aliasPaths } from '../workspaces.ts'

const backend = process.env['ETLD_OPERATOR_BACKEND'] ?? 'http://127.0.0.1:8081'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/operator/',
  resolve: { alias: aliasPaths() },
  plugins: [catalogs('console'), callRoles(), callForms(), react(), tailwindcss(), pack()],
  server: { proxy: { '/operator/api': backend, '/demo': backend, '/pictures': backend } },
  build: {
    outDir: fileURLToPath(new URL('../dist/console', import.meta.url)),
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4', 'firefox114'],
    // Nothing as a data: address: the content security policy allows only files of our own.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
