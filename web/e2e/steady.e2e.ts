import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, openBrowser, openPhone, takePicture, type KeptState } from './browser.ts'
import { signIn } from './journey.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let kept: KeptState

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

test('a phone that has the app opens it without a line, and says from when its figures are', async () => {
  const { page, context } = await openPhone(browser, { hasWorker: true })
  await signIn(page, world)
  await page.getByRole('heading', { name: 'Mining machines' }).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  // What the screens show is kept two seconds after it came.
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length), { timeout: 20_000 }).toBeGreaterThan(0)
  await page.waitForTimeout(3_000)
  kept = await keptBy(context)

  await context.setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Mining machines' }).waitFor()
  await page.getByText(/You are offline\. These figures are from .*UTC\+8/).waitFor()
  await takePicture(page, 'steady-offline', false)
  // A screen that was never opened: its code is there, its figures are not, and it says so.
  await page.getByRole('navigation').getByRole('link', { name: 'Wallet' }).click()
  await page.getByText('The server cannot be reached right now').waitFor()
  expect(await page.getByText('Unexpected Application Error!').count()).toBe(0)
  await takePicture(page, 'steady-offline-unseen', false)

  await context.setOffline(false)
  await page.getByText('You are offline').waitFor({ state: 'detached' })
  await page.getByText('The server cannot be reached right now').waitFor({ state: 'detached' })
  await context.close()
})

test('who comes while the server is away gets in by itself once it is back', async () => {
  const { page, context } = await openPhone(browser)
  let isAway = true
  await context.route('**/api/**', (route) => (isAway ? route.abort() : route.continue()))
  await page.goto(`${world.url}/#/`)
  await page.getByText('The server cannot be reached').first().waitFor()
  isAway = false
  await page.getByText('The server cannot be reached').first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
  await context.close()
})

/** The server offers another version from now on; a page that is loaded anew is that one. */
async function offerAnother(page: Page): Promise<void> {
  await page.route(`${world.url}/`, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue()
    await route.fulfill({ contentType: 'text/html', body: '<script type="module" crossorigin src="/assets/index-another.js"></script>' })
  })
}

test('where a part of the running version is gone, the page is loaded anew once, without a word', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await page.goto(`${world.url}/#/`)
  await page.getByRole('heading', { name: 'Mining machines' }).waitFor()
  await offerAnother(page)
  let isGone = true
  await page.route('**/assets/WalletScreen-*.js', (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()))
  let loads = 0
  page.on('request', (request) => {
    if (request.resourceType() !== 'document') return
    loads += 1
    isGone = false
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Wallet' }).click()
  await page.getByRole('button', { name: 'Top up' }).waitFor()
  expect(loads).toBe(1)
  await context.close()
})

test('where a part does not come although nothing is newer, the screen says so', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await page.goto(`${world.url}/#/`)
  await page.getByRole('heading', { name: 'Mining machines' }).waitFor()
  await page.route('**/assets/WalletScreen-*.js', (route) => route.fulfill({ status: 404 }))
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  await page.getByRole('navigation').getByRole('link', { name: 'Wallet' }).click()
  await page.getByText('Unexpected Application Error!').waitFor()
  expect(loads).toBe(0)
  await context.close()
})

test('a newer version is offered, and loaded when the person wants it', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await page.clock.install()
  await page.goto(`${world.url}/#/`)
  await page.getByRole('heading', { name: 'Mining machines' }).waitFor()
  // The notices come after the first screen.
  await page.waitForTimeout(2_000)
  await page.clock.fastForward('01:00:01')
  await page.waitForTimeout(500)
  expect(await page.getByText('A new version is ready').count()).toBe(0)
  await offerAnother(page)
  await page.clock.fastForward('01:00:01')
  await page.getByText('A new version is ready').waitFor()
  await takePicture(page, 'steady-new-version', false)
  const loaded = page.waitForEvent('domcontentloaded')
  await page.getByRole('button', { name: 'Reload' }).click()
  await loaded
  await page.getByRole('heading', { name: 'Mining machines' }).waitFor()
  expect(await page.getByText('A new version is ready').count()).toBe(0)
  await context.close()
})

test('the app can be installed', async () => {
  const { page, context } = await openPhone(browser)
  await page.goto(`${world.url}/#/`)
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await page.request.get(world.url + address!)).json()) as {
    icons: { src: string; sizes: string; type: string; purpose: string }[]
    display: string
    start_url: string
  }
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['any any', '192x192 any', '512x512 any', '512x512 maskable'])
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  for (const { src, type } of [...manifest.icons, { src: touch!, type: 'image/png' }]) {
    const answer = await page.request.get(world.url + src)
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, type])
  }
  // Chromium itself finds nothing that stands in the way.
  const devtools = await context.newCDPSession(page)
  const { errors } = (await devtools.send('Page.getAppManifest')) as { errors: unknown[] }
  expect(errors).toEqual([])
  await context.close()
})
