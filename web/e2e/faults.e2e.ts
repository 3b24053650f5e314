import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPhone, takePicture } from './browser.ts'
import { apiCall, balance, comeBack } from './journey.ts'
import { signInWith, TestWallet } from './testWallet.ts'
import { recordToasts, toastsOf } from './toasts.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let context: BrowserContext
let page: Page
let wallet: TestWallet

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ;({ context, page } = await openPhone(browser))
  wallet = new TestWallet(world)
  await recordToasts(context)
  await wallet.install(context)
})

beforeEach(() => context.unrouteAll({ behavior: 'ignoreErrors' }))

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

async function review(): Promise<void> {
  await comeBack(page, world, '/goods?id=machineSmall')
  await page.getByRole('button', { name: 'Review the order' }).click()
}

function pay() {
  return page.getByRole('button', { name: /^Pay .* from balance$/ })
}

async function machines(): Promise<number> {
  return ((await apiCall(page, '/api/miner/findMyList')) as { list: unknown[] }).list.length
}

test('a wallet with a balance signs in', async () => {
  await signInWith(page, world)
  await wallet.topUp('1000')
  await expect.poll(async () => (await balance(page, 'USDT')).available, { timeout: 60_000 }).toBe('1000')
})

test.each([
  ['the message of the body', 'Word for word: nothing is left', 'Word for word: nothing is left'],
  ['the system error where there is no message', '', 'System error'],
])('a refusal toasts %s, once', async (_, message, toast) => {
  await review()
  await context.route('**/api/miner/purchaseMiner*', (route) => route.fulfill({ json: { code: 1502, message, data: null } }))
  await pay().click()
  await page.getByText(toast, { exact: true }).first().waitFor()
  await expect.poll(() => pay().isEnabled()).toBe(true)
  // The top-up may just have been told too.
  expect((await toastsOf(page)).filter((one) => one === toast)).toEqual([toast])
  expect(await machines()).toBe(0)
})

test.each([
  ['a broken line', (route: Route) => route.abort('connectionreset')],
  ['a status that is not 200', (route: Route) => route.fulfill({ status: 503, json: { code: 1502, message: 'must not be shown', data: null } })],
])('%s raises no toast and can be tried again in place', async (_, answer) => {
  await comeBack(page, world, '/')
  await page.evaluate(() =>
    indexedDB
      .databases()
      .then((all) =>
        Promise.all(
          all.map(({ name }) => new Promise((done) => Object.assign(indexedDB.deleteDatabase(name!), { onsuccess: done, onblocked: done, onerror: done }))),
        ),
      ),
  )
  await context.route('**/api/userAccount/balance*', answer)
  await comeBack(page, world, '/wallet')
  await page.getByText('The server cannot be reached right now').first().waitFor()
  expect(await toastsOf(page)).toEqual([])
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByText('1,000').first().waitFor()
  expect(await page.getByText('The server cannot be reached right now').count()).toBe(0)
})

test('a double press on the button buys once', async () => {
  await review()
  const ids: (string | null)[] = []
  await context.route('**/api/miner/purchaseMiner*', async (route) => {
    ids.push(new URL(route.request().url()).searchParams.get('requestId'))
    await new Promise((done) => setTimeout(done, 300))
    await route.continue()
  })
  await pay().evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await page.getByText('Purchase successful').first().waitFor()
  // However many calls two presses make, they are one command.
  expect(new Set(ids).size).toBe(1)
  expect(await machines()).toBe(1)
  expect(await balance(page, 'USDT')).toMatchObject({ available: '895', escrow: '105' })
})

test('an answer that was lost is asked for again and buys once', async () => {
  await review()
  const ids: (string | null)[] = []
  await context.route('**/api/miner/purchaseMiner*', async (route) => {
    ids.push(new URL(route.request().url()).searchParams.get('requestId'))
    // The server has done its work; only the answer never comes.
    const answer = await route.fetch()
    if (ids.length === 1) await route.abort('connectionreset')
    else await route.fulfill({ response: answer })
  })
  await pay().click()
  await page.getByText('nothing happens twice').waitFor()
  expect(await toastsOf(page)).toEqual([])
  await pay().click()
  await page.getByText('Purchase successful').first().waitFor()
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
  expect(await machines()).toBe(2)
  expect(await balance(page, 'USDT')).toMatchObject({ available: '790', escrow: '210' })
})

test('an answer that was lost together with the page is asked for by itself and buys once', async () => {
  await review()
  const ids: (string | null)[] = []
  let isCut = true
  await context.route('**/api/miner/purchaseMiner*', async (route) => {
    ids.push(new URL(route.request().url()).searchParams.get('requestId'))
    const answer = await route.fetch()
    if (isCut) await route.abort('connectionreset')
    else await route.fulfill({ response: answer })
  })
  await pay().click()
  await page.getByText('nothing happens twice').waitFor()
  await page.reload()
  // The line is still cut: the page says so, and lets nobody order anew.
  await page.getByText('We are asking what came of it').waitFor()
  expect(await page.getByRole('button', { name: 'Waiting for your previous order' }).isDisabled()).toBe(true)
  await takePicture(page, 'fault-lost-press', false)
  await expect.poll(() => ids.length, { timeout: 20_000 }).toBeGreaterThan(2)
  isCut = false
  await page.getByText('It was done.').waitFor()
  await takePicture(page, 'fault-found-press', false)
  expect(new Set(ids).size).toBe(1)
  expect(await machines()).toBe(3)
  expect(await balance(page, 'USDT')).toMatchObject({ available: '685', escrow: '315' })
  // Now a new press is a new order.
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await pay().click()
  await page.getByText('Purchase successful').first().waitFor()
  expect(new Set(ids).size).toBe(2)
  expect(await machines()).toBe(4)
})

test('a press that never reached the server is sent once after the reload, and its refusal is told', async () => {
  await review()
  await context.route('**/api/miner/purchaseMiner*', (route) => route.abort('connectionrefused'))
  await pay().click()
  await page.getByText('nothing happens twice').waitFor()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.route('**/api/miner/purchaseMiner*', (route) => route.fulfill({ json: { code: 1501, message: 'Sold out', data: null } }))
  await page.reload()
  await page.getByText('It was not done: Sold out').waitFor()
  expect(await toastsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'See the records' }).click()
  await page.getByRole('heading', { name: 'My machines' }).waitFor()
  expect(await page.getByText('It was not done').count()).toBe(0)
  expect(await machines()).toBe(4)
})

test('a screen that is left while no answer came hands its press over', async () => {
  await review()
  await context.route('**/api/miner/purchaseMiner*', (route) => route.abort('connectionrefused'))
  await pay().click()
  await page.getByText('nothing happens twice').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('We are asking what came of it').waitFor()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByText('It was done.').waitFor()
  expect(await machines()).toBe(5)
})

test('a session the server no longer knows signs in again by itself', async () => {
  await comeBack(page, world, '/mine')
  const before = await token()
  await apiCall(page, '/api/user/logout')
  const signatures = wallet.count('personal_sign')
  await page.goto(`${world.url}/#/wallet`)
  await expect.poll(token, { timeout: 20_000 }).not.toBe(before)
  await page.getByText('475').first().waitFor()
  expect(await token()).not.toBeNull()
  expect(wallet.count('personal_sign')).toBe(signatures + 1)
  expect(page.url()).toContain('#/wallet')
})

test('a reload while the sign-in waits for its answer goes on with the same wallet', async () => {
  await apiCall(page, '/api/user/logout')
  let asked = 0
  await context.route('**/api/user/logining*', () => void (asked += 1))
  await comeBack(page, world, '/wallet')
  await expect.poll(() => asked, { timeout: 20_000 }).toBe(1)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await page.getByText('475').first().waitFor()
  expect(await token()).not.toBeNull()
})

test('a sign-in whose answer was lost goes on with the same wallet after a reload', async () => {
  await apiCall(page, '/api/user/logout')
  await context.route('**/api/user/logining*', (route) => route.abort('connectionreset'))
  await comeBack(page, world, '/wallet')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await page.getByText('475').first().waitFor()
  expect(await token()).not.toBeNull()
})

test("a session that ends while the clock jumps is taken up again, by the server's new time", async () => {
  await comeBack(page, world, '/mine')
  const before = await token()
  const signatures = wallet.count('personal_sign')
  await apiCall(page, '/api/user/logout')
  await world.advance(3600)
  // Another screen of the same page: a reload would ask the server's time anyway.
  await page.evaluate(() => location.assign('#/wallet'))
  await page.getByText('475').first().waitFor()
  expect(await token()).not.toBe(before)
  // A statement by the old time would have been refused, and signed again by hand.
  expect(wallet.count('personal_sign')).toBe(signatures + 1)
  expect(await toastsOf(page)).toEqual([])
})

function token(): Promise<string | null> {
  return page.evaluate(() => (JSON.parse(localStorage.getItem('etld.session') ?? '{"token":null}') as { token: string | null }).token)
}
