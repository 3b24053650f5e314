import type { CDPSession, Locator } from '@playwright/test'
import { expect, test, type Page } from './fixtures.ts'
import { visit } from './looks.ts'
import { mockOf, showGame } from './looks/game.ts'

const longPlayer = 400
const slowdown = 4
const comparedPages = 5
/** Longer than this a press is felt to wait. */
const blockedMsMax = 200

/** Scrolls to the end of what is there until a page more is there, and says how long the page was at work for it. */
async function readOn(page: Page, devtools: CDPSession, rows: Locator): Promise<number> {
  const busy = async () => (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value
  const [before, began] = [await rows.count(), await busy()]
  await page.evaluate(() => document.scrollingElement!.scrollTo(0, document.scrollingElement!.scrollHeight))
  await expect.poll(() => rows.count(), { intervals: [50] }).toBeGreaterThan(before)
  return (await busy()) - began
}

for (const view of ['record', 'history']) {
  test(`hundreds of rows of the ${view} are read on as quickly as the first ones`, async ({ person: { page } }) => {
    const mock = await mockOf(page)
    mock.begin({ at: 30, state: 'open', rounds: longPlayer })
    await visit(page, `/trade?tab=box&view=${view}`)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const rows = page.getByRole('listitem').filter({ hasText: 'Round 20' })
    const work: number[] = []
    while ((await rows.count()) < longPlayer) work.push(await readOn(page, devtools, rows))
    const median = (pages: number[]) => pages.toSorted((left, right) => left - right)[Math.floor(pages.length / 2)]!
    // All rows made anew with each page would be more than four times as much at the end. A median, as the machine may be busy.
    expect(median(work.slice(-comparedPages)), work.map((seconds) => seconds.toFixed(2)).join(' ')).toBeLessThan(2.5 * median(work.slice(0, comparedPages)))
    const last = page.getByRole('button', { name: /Round 20/ }).last()
    const period = /[0-9]{8}-[0-9]{3}/.exec((await last.textContent()) ?? '')?.[0]
    await last.click()
    await page.getByRole('dialog', { name: `Round ${period}` }).waitFor()
  })
}

interface Beside {
  began: number
  ended: number
  tasks: { start: number; end: number }[]
}

/** Runs in the page: notes when a worker is asked and answers, and what holds up the screen meanwhile. */
function watchWorker(): void {
  const seen: Beside = { began: 0, ended: 0, tasks: [] }
  Object.assign(window, { beside: seen })
  const Asked = window.Worker
  window.Worker = class extends Asked {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      seen.began = performance.now()
      this.addEventListener('message', () => (seen.ended = performance.now()))
    }
  }
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push({ start: startTime, end: startTime + duration })
  }).observe({ type: 'longtask', buffered: true })
}

test('while a round is recomputed the screen answers, on a slow phone too', async ({ person: { page } }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(watchWorker)
  await showGame(page, 'rotated')
  await page.getByText('Verified on this device').waitFor()
  const { began, ended, tasks } = await page.evaluate(() => (window as unknown as { beside: Beside }).beside)
  const held = tasks.filter(({ start, end }) => end > began && start < ended).map(({ start, end }) => Math.round(end - start))
  console.log(`recomputed in ${Math.round(ended - began)} ms, tasks that held up the screen meanwhile: ${held.join(', ') || 'none'} ms`)
  expect(ended).toBeGreaterThan(began)
  expect(Math.max(0, ...held)).toBeLessThanOrEqual(blockedMsMax)
})
