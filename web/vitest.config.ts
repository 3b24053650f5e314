import { defineConfig } from 'vitest/config'
import { catalogs } from './catalogPlugin.ts'
import { aliasPaths, workspaces } from './workspaces.ts'

export default defineConfig({
  resolve: { alias: aliasPaths() },
  plugins: [catalogs()],
  test: { include: ['*.test.ts', `{${workspaces.join()}}/src/**/*.test.{ts,tsx}`], environment: 'node', testTimeout: 30_000 },
})
