import { defineConfig } from 'vitest/config'

/** The real program in a real browser. One world serves all tests of a file; two files run side by side. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.e2e.ts'],
    environment: 'node',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    sequence: { concurrent: false },
    // As patient as the page's own waiting: a machine that is busy is no fault.
    expect: { poll: { timeout: 20_000, interval: 100 } },
  },
})
