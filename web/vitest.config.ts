import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { catalogs } from './catalogPlugin.ts'

export default defineConfig({
  resolve: { alias: { '@kit': fileURLToPath(new URL('kit/src', import.meta.url)), '@core': fileURLToPath(new URL('player/src/core', import.meta.url)) } },
  plugins: [catalogs()],
  test: { include: ['*.test.ts', '{kit,player}/src/**/*.test.{ts,tsx}'], environment: 'node', testTimeout: 30_000 },
})
