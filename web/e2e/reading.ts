import type { CDPSession, Locator } from '@playwright/test'
import { expect, type Page } from './fixtures.ts'

/** How much slower than the machine a phone's processor is. */
export const slowdown = 4
const comparedPages = 5
/** What the app makes a page do, without what painting a longer page takes, of which the browser decides. */
const made = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']

/** Scrolls to the end of what is there until a page more is there. */
export async function readOn(page: Page, rows: Locator): Promise<void> {
  const before = await rows.count()
  await page.evaluate(() => document.scrollingElement!.scrollTo(0, document.scrollingElement!.scrollHeight))
  await expect.poll(() => rows.count(), { intervals: [50] }).toBeGreaterThan(before)
}

/** For how many seconds the app has made the page work so far. */
async function busy(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.filter(({ name }) => made.includes(name)).reduce((sum, { value }) => sum + value, 0)
}

/** Marks the rows that are there, and yields how many were already. */
function mark(rows: Locator): Promise<number> {
  return rows.evaluateAll((list) => {
    const marked = list.filter((row) => 'stood' in row)
    for (const row of list) Object.assign(row, { stood: true })
    return marked.length
  })
}

/** Reads a list to its end on a slow phone, and holds that its last pages take the app no longer than its first ones, and that no row is made twice. */
export async function readEvenly(page: Page, rows: Locator, count: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const work: number[] = []
  await mark(rows)
  for (let there = await rows.count(); there < count; there = await rows.count()) {
    const began = await busy(devtools)
    await readOn(page, rows)
    work.push((await busy(devtools)) - began)
    expect(await mark(rows), 'rows that stood before and stayed').toBe(there)
  }
  const median = (pages: number[]) => pages.toSorted((left, right) => left - right)[Math.floor(pages.length / 2)]!
  const said = work.map((seconds) => seconds.toFixed(2)).join(' ')
  // All rows drawn anew with each page would be more than four times as much at the end. A median, as the machine may be busy.
  expect(median(work.slice(-comparedPages)), said).toBeLessThan(2.5 * median(work.slice(0, comparedPages)))
  await devtools.detach()
}
