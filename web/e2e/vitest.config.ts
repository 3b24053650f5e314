import type { TestModule } from 'vitest/node'
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
    reporters: ['default', { onTestRunEnd: nameFailures }],
  },
})

/** Names each failed test in a line of its own below the summary, as a log is often seen by its last lines only. */
function nameFailures(files: readonly TestModule[]): void {
  for (const file of files) {
    for (const group of [file, ...file.children.allSuites()]) {
      for (const fault of group.errors()) console.error(`FAILED ${file.relativeModuleId}: ${firstLine(fault.message)}`)
    }
    for (const test of file.children.allTests('failed'))
      console.error(`FAILED ${file.relativeModuleId}: ${test.fullName}: ${firstLine(test.result().errors?.[0]?.message ?? '')}`)
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!.slice(0, 300)
}
