import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, openBrowser, openPhone, takePicture, type KeptState } from './browser.ts'
import { settle } from './inspect.ts'
import { apiCall, fillWallet, hour, signIn, topUp } from './journey.ts'
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

test('somebody tops up and buys a machine', async () => {
  const { page, context } = await openPhone(browser)
  await signIn(page, world)
  await fillWallet(page)
  await topUp(page, world, '500')
  await buyOne(page)
  kept = await keptBy(context)
  await context.close()
})

/** A machine, bought from the balance and running. */
async function buyOne(page: Page): Promise<void> {
  const { termsVersion } = (await apiCall(page, '/api/miner/detail', { id: 'machineSmall' })) as { termsVersion: string }
  await apiCall(page, '/api/miner/purchaseMiner', {
    productId: 'machineSmall',
    quantity: '1',
    payType: 'balance',
    startNow: 'true',
    termsVersion,
    requestId: 'a-machine-for-comfort',
  })
}

test('a time says its day in words, and at a press by the clock of who reads it', async () => {
  const { page, context } = await openPhone(browser, { kept, zone: 'America/New_York' })
  await page.goto(`${world.url}/#/transaction`)
  await page.locator('main li button').first().click()
  const time = page.getByRole('dialog').locator('time').first()
  await time.waitFor()
  const at = new Date((await time.getAttribute('datetime'))!)
  expect(await time.innerText()).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d UTC\+8$/)
  await page.getByRole('button', { name: /UTC\+8$/ }).click()
  const own = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: 'America/New_York' }).format(at)
  expect(await time.innerText()).toMatch(new RegExp(`, ${own} UTC-[45]$`))
  await takePicture(page, 'comfort-own-time', false)
  await page.getByRole('button', { name: /UTC-[45]$/ }).click()
  expect(await time.innerText()).toMatch(/UTC\+8$/)
  await context.close()
})

test('who lives in the zone of the platform has nothing to press', async () => {
  const { page, context } = await openPhone(browser, { kept, zone: 'Asia/Taipei' })
  await page.goto(`${world.url}/#/transaction`)
  await page.locator('main li button').first().click()
  await page.getByRole('dialog').locator('time').first().waitFor()
  expect(await page.getByRole('button', { name: /UTC\+8$/ }).count()).toBe(0)
  await context.close()
})

test('transactions stand under their days, are summed up, and are filtered by currency', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await page.goto(`${world.url}/#/transaction`)
  await settle(page)
  await page
    .getByRole('heading', { name: /^\d{1,2} [A-Z][a-z]{2} \d{4} UTC\+8$/ })
    .first()
    .waitFor()
  // 500 came, 105 were paid.
  await page.getByText('Sum').first().locator('xpath=..').getByText('+395.00').waitFor()
  await takePicture(page, 'comfort-transactions')
  // Also where there is little room every sum ends at the same edge.
  await page.setViewportSize({ width: 320, height: 844 })
  const edges = await page
    .locator('main li button span.text-right')
    .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().right)))])
  expect(edges).toHaveLength(1)
  await takePicture(page, 'comfort-transactions-320')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('radio', { name: 'ETH', exact: true }).check()
  await page.getByText('Nothing matches these filters').waitFor()
  expect(page.url()).toContain('currency=ETH')
  await page.getByRole('radio', { name: 'USDT', exact: true }).check()
  await page.locator('main li button').first().waitFor()
  await context.close()
})

test('balances are hidden at a press, on every screen and after a reload', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await page.goto(`${world.url}/#/wallet`)
  await page.getByText('395.00').first().waitFor()
  await page.getByRole('button', { name: 'Hide balances' }).click()
  await page.getByText('••••').first().waitFor()
  expect(await page.locator('main').getByText('395.00').count()).toBe(0)
  await takePicture(page, 'comfort-hidden')
  await page.goto(`${world.url}/?again#/transaction`)
  await page.getByText('••••').first().waitFor()
  expect(await page.getByText('105.00').count()).toBe(0)
  await page.goto(`${world.url}/?again=2#/wallet`)
  await page.getByRole('button', { name: 'Hide balances' }).click()
  await page.getByText('395.00').first().waitFor()
  await context.close()
})

test('the bars of the browser follow the theme of the app', async () => {
  const { page, context } = await openPhone(browser, { kept, theme: 'dark' })
  const bars = () => page.locator('meta[name=theme-color]').evaluateAll((all) => all.map((one) => one.getAttribute('content')))
  await page.goto(`${world.url}/#/mine`)
  await page.getByRole('radio', { name: 'Light', exact: true }).check()
  expect(await bars()).toEqual(['#f4f1e9', '#f4f1e9'])
  await page.getByRole('radio', { name: 'Dark', exact: true }).check()
  expect(await bars()).toEqual(['#0f1412', '#0f1412'])
  await page.reload()
  expect(await bars()).toEqual(['#0f1412', '#0f1412'])
  await page.getByRole('radio', { name: 'Device', exact: true }).check()
  expect(await bars()).toEqual(['#0f1412', '#f4f1e9'])
  await context.close()
})

/** The same deployment with an explorer, which a demo has not. */
async function withExplorer(context: BrowserContext): Promise<void> {
  await context.route('**/api/open/app*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { explorer: string } }
    answer.data.explorer = 'https://explorer.example'
    await route.fulfill({ response, json: answer })
  })
}

test('hashes and addresses lead to the explorer of their chain', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await withExplorer(context)
  const links = () =>
    page
      .getByRole('link', { name: 'Open in the explorer' })
      .evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).pathname.split('/')[1]))
  await page.goto(`${world.url}/#/mine`)
  await expect.poll(links).toEqual(['address'])
  await page.goto(`${world.url}/#/wallet?sheet=topup`)
  await expect.poll(links).toEqual(['tx'])
  await page.getByRole('dialog').getByRole('radio', { name: 'Address and QR' }).check()
  await expect.poll(links).toEqual(['address', 'token', 'token', 'token', 'tx'])
  await takePicture(page, 'comfort-explorer', false)
  await page.goto(`${world.url}/#/withdraw`)
  await expect.poll(links).toEqual(['address'])
  await context.close()
})

test('a button keeps the focus while it works', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await page.goto(`${world.url}/#/wallet`)
  await page.getByRole('button', { name: 'Demo wallet' }).click()
  const button = page.getByRole('button', { name: 'Get test coins' })
  let answer: () => void = () => undefined
  const isAsked = new Promise<void>((resolve) => (answer = resolve))
  let asked = 0
  await context.route('**/demo/faucet*', async (route) => {
    asked += 1
    await isAsked
    await route.continue()
  })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
  await page.keyboard.press('Enter')
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  answer()
  await page.getByText('Test coins have arrived in the wallet').first().waitFor()
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(asked).toBe(1)
  await context.close()
})

test('Escape closes the sheet on top and leaves the one below', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await page.goto(`${world.url}/#/wallet?sheet=topup`)
  await page.getByRole('button', { name: '25%' }).click()
  const send = page.getByRole('button', { name: /^Send [\d,.]+ USDT$/ })
  await send.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Send a transaction' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Send a transaction' }).waitFor({ state: 'detached' })
  await send.waitFor()
  await page.waitForTimeout(500)
  expect(await send.isVisible()).toBe(true)
  await context.close()
})

test('the chart says what stands under the finger, and a day later the price says how it changed', async () => {
  // The first price is noted when the world began; half an hour less than a day later it still counts.
  await world.advance(23.5 * hour)
  const { page, context } = await openPhone(browser, { kept })
  await expect
    .poll(
      async () => {
        await page.goto(`${world.url}/#/trade`)
        return ((await apiCall(page, '/api/main/priceHistory', { currency: 'ETLD' })) as { list: unknown[] }).list.length
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(1)
  await page.reload()
  const chart = page.locator('figure canvas').first()
  await chart.waitFor()
  await settle(page)
  await page.locator('figure').evaluate((figure) => figure.scrollIntoView({ block: 'center' }))
  const box = (await page.locator('figure [role=img]').boundingBox())!
  await page.touchscreen.tap(box.x + box.width / 3, box.y + 60)
  await page.getByText(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC\+8: 0\.\d+ USDT$/).waitFor()
  await page
    .getByText(/ in 24 h$/)
    .first()
    .waitFor({ timeout: 45_000 })
  await takePicture(page, 'comfort-chart')
  await context.close()
})

test('with a mouse the banners are turned by arrows, and a phone held sideways keeps its height for the content', async () => {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, storageState: kept })
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('lang', 'en'))
  await page.goto(`${world.url}/#/`)
  const list = page.getByRole('list', { name: 'Highlights' })
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => list.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100)
  await list.scrollIntoViewIfNeeded()
  await takePicture(page, 'comfort-banners', false)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect.poll(() => list.evaluate((element) => element.scrollLeft)).toBeLessThan(20)
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto(`${world.url}/?low#/wallet`)
  await settle(page)
  await page.mouse.wheel(0, 300)
  await page.waitForTimeout(500)
  const tabs = (await page.getByRole('navigation').last().boundingBox())!
  // Bar and header together take less than a fifth of what there is.
  expect(tabs.height).toBeLessThan(78)
  expect((await page.locator('header').boundingBox())!.y).toBeLessThan(-40)
  await takePicture(page, 'comfort-low', false)
  await context.close()
})
