import { expect, test } from './fixtures.ts'
import { visit } from './looks.ts'
import { mockOf, showGame } from './looks/game.ts'
import { readEvenly, slowdown } from './reading.ts'

const longPlayer = 300
/** Longer than this a press is felt to wait. */
const blockedMsMax = 200

for (const view of ['record', 'history']) {
  test(`hundreds of rows of the ${view} are read on as quickly as the first ones`, async ({ person: { page } }) => {
    const mock = await mockOf(page)
    mock.begin({ at: 30, state: 'open', rounds: longPlayer })
    await visit(page, `/trade?tab=box&view=${view}`)
    const rows = page.getByRole('listitem').filter({ hasText: 'Round 20' })
    await readEvenly(page, rows, longPlayer)
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
