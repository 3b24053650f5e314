import { expect } from './fixtures.ts'
import { findFlaws, recordShifts, settle } from './inspect.ts'
import { keptCalls, reads, screens, test } from './offline.ts'

test('screens that were read open without a line, whole, and say from when their figures are', async ({ owner }) => {
  const { page, context } = await owner.on({ hasWorker: true })
  await page.addInitScript(recordShifts)
  await page.goto('/#/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  for (const { path, read } of screens) {
    await page.goto(`/#${path}`)
    await reads(page, read)
  }
  await expect.poll(() => keptCalls(page)).toEqual(expect.arrayContaining(screens.map(({ call }) => call)))
  await context.setOffline(true)
  const lost: string[] = []
  page.on('requestfailed', (request) => lost.push(new URL(request.url()).pathname))
  const flaws: Record<string, string[]> = {}
  for (const [at, { path, call, read }] of screens.entries()) {
    lost.splice(0)
    await page.goto(`/#${path}`)
    await page.reload()
    await reads(page, read)
    await page.getByText(/You are offline\. These figures are from .*UTC\+8/).waitFor()
    // It was asked for anew in vain, which takes nothing away; on the first screen as often as on any, until the app gives up.
    await expect.poll(() => lost.filter((one) => one === call).length).toBeGreaterThanOrEqual(at === 0 ? 3 : 1)
    await settle(page)
    await reads(page, read)
    const found = await findFlaws(page, 'en')
    if (await page.locator('main').getByRole('button', { name: 'Try again' }).count()) found.push('asks to retry what it shows')
    if (found.length > 0) flaws[path] = found
  }
  expect(flaws).toEqual({})
})
