import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, Suite, TestCase } from '@playwright/test/reporter'

/** Where `make test` reads how many tests passed. */
const summaryFile = join(import.meta.dirname, '../../bin/e2e-summary.json')

/** Names each red and each unsteady test in a line of its own at the end, as a log is often seen by its last lines only. */
export default class Report implements Reporter {
  private tests: TestCase[] = []

  onBegin(_: unknown, suite: Suite): void {
    this.tests = suite.allTests()
  }

  onEnd(): void {
    const ended = (outcome: ReturnType<TestCase['outcome']>) => this.tests.filter((test) => test.outcome() === outcome)
    const [failed, unsteady, skipped] = [ended('unexpected'), ended('flaky'), ended('skipped')]
    for (const test of unsteady) console.log(`UNSTEADY ${nameOf(test)}: ${firstLine(test)}`)
    for (const test of failed) console.error(`FAILED ${nameOf(test)}: ${firstLine(test)}`)
    const summary = { passed: ended('expected').length + unsteady.length, failed: failed.length, skipped: skipped.length, unsteady: unsteady.map(nameOf) }
    mkdirSync(join(summaryFile, '..'), { recursive: true })
    writeFileSync(summaryFile, JSON.stringify(process.env['ETLD_SUMMARY'] === 'add' ? sumOf(readSummary(), summary) : summary, null, 2))
  }
}

interface Summary {
  passed: number
  failed: number
  skipped: number
  unsteady: string[]
}

/** What the call before left, of which this one is the rest. */
function readSummary(): Summary {
  if (!existsSync(summaryFile)) return { passed: 0, failed: 0, skipped: 0, unsteady: [] }
  return JSON.parse(readFileSync(summaryFile, 'utf8')) as Summary
}

function sumOf(one: Summary, other: Summary): Summary {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    unsteady: [...one.unsteady, ...other.unsteady],
  }
}

function nameOf(test: TestCase): string {
  const [, , file, ...titles] = test.titlePath()
  return `${file}: ${titles.join(' › ')}`
}

/** What was wrong at the first try. */
function firstLine(test: TestCase): string {
  const fault = test.results.flatMap(({ errors }) => errors).find(({ message }) => message)
  return stripVTControlCharacters(fault?.message ?? 'it did not run')
    .split('\n', 1)[0]!
    .slice(0, 300)
}
