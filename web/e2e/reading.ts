import type { CDPSession, Locator } from '@playwright/test'
import { expect, type Page } from './fixtures.ts'

/** How much slower than the machine a phone's processor is. */
export const slowdown = 4
const comparedPages = 5

/** Scrolls to the end of what is there until a page more is there, and yields for how many seconds the page was at work for it. */
export async function readOn(page: Page, devtools: CDPSession, rows: Locator): Promise<number> {
  const busy = async () => (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value
  const [before, began] = [await rows.count(), await busy()]
  await page.evaluate(() => document.scrollingElement!.scrollTo(0, document.scrollingElement!.scrollHeight))
  await expect.poll(() => rows.count(), { intervals: [50] }).toBeGreaterThan(before)
  return (await busy()) - began
}

/** Reads a list to its end on a slow phone, and holds that its last pages take the page no longer than its first ones. */
export async function readEvenly(page: Page, rows: Locator, count: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const work: number[] = []
  while ((await rows.count()) < count) work.push(await readOn(page, devtools, rows))
  const median = (pages: number[]) => pages.toSorted((left, right) => left - right)[Math.floor(pages.length / 2)]!
  const said = work.map((seconds) => seconds.toFixed(2)).join(' ')
  // All rows made anew with each page would be more than four times as much at the end. A median, as the machine may be busy.
  expect(median(work.slice(-comparedPages)), said).toBeLessThan(2.5 * median(work.slice(0, comparedPages)))
  await devtools.detach()
}
