import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages, openBrowser, openPhone, takePicture } from './browser.ts'
import { apiCall } from './journey.ts'
import { chooseTestWallet, signInWith, TestWallet } from './testWallet.ts'
import { recordToasts, toastsOf } from './toasts.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

async function openWith(wallet: TestWallet) {
  const opened = await openPhone(browser)
  await recordToasts(opened.context)
  await wallet.install(opened.context)
  return opened
}

/** Lets the page believe it is no demo, where no wallet of the product's own is offered. */
async function pretendReal(context: BrowserContext): Promise<void> {
  await context.route('**/api/open/app*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, demo: false } } })
  })
}

const sessionOf = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('etld.session') ?? 'null') as { address: string; token: string } | null)

test('the ways in stand there at once, with what this is, and no wallet was asked anything', async () => {
  const wallet = new TestWallet(world)
  wallet.isPermitted = true
  const { page, context } = await openWith(wallet)
  await pretendReal(context)
  await page.goto(`${world.url}/#/`)
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor({ timeout: 2_500 })
  await page.getByText('Income is funded before a machine is sold').waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await page.waitForTimeout(3_000)
  expect(wallet.requests.map(({ method }) => method).filter((method) => method !== 'eth_accounts')).toEqual([])
  await context.close()
})

test.each(languages)('the gate at 390 and 320 px, in %s', async (language) => {
  for (const [width, theme] of [
    [390, 'dark'],
    [320, 'light'],
  ] as const) {
    const { page, context } = await openPhone(browser, { width, language, theme })
    await page.goto(`${world.url}/#/`)
    await page.getByRole('button', { name: /Connect wallet|連接錢包|Подключить кошелёк/ }).waitFor()
    await page.waitForTimeout(400)
    await takePicture(page, `gate-${language}-${width}`, false)
    await page.getByRole('link', { name: /^(Help|說明|Помощь)$/ }).click()
    await page.locator('details').first().waitFor()
    await takePicture(page, `help-${language}-${width}`)
    await context.close()
  }
})

test.each(['eth_requestAccounts', 'personal_sign'])('a wallet that stays silent at %s is named, and another can be chosen', async (method) => {
  const wallet = new TestWallet(world)
  const { page, context } = await openWith(wallet)
  const letGo = wallet.hold(method)
  await page.goto(`${world.url}/#/`)
  await chooseTestWallet(page)
  await expect.poll(() => wallet.count(method)).toBe(1)
  await page.getByText('Still waiting for Test wallet').waitFor({ timeout: 12_000 })
  await takePicture(page, `gate-silent-${method}`, false)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: /^Demo wallet/ }).click()
  // The silent one answers after all: it is too late.
  letGo()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect.poll(() => sessionOf(page)).not.toBeNull()
  expect((await sessionOf(page))!.address.toLowerCase()).not.toBe(wallet.account.address.toLowerCase())
  expect(wallet.count('personal_sign')).toBe(method === 'personal_sign' ? 1 : 0)
  expect(await toastsOf(page)).toEqual([])
  await context.close()
})

test.each(['eth_requestAccounts', 'personal_sign'])('a wallet that already shows a request at %s says so, and the next press works', async (method) => {
  const wallet = new TestWallet(world)
  const { page, context } = await openWith(wallet)
  wallet.refusals.set(method, () => ({ code: -32002, message: 'Request already pending.' }))
  await page.goto(`${world.url}/#/`)
  await chooseTestWallet(page)
  await page.getByText('Your wallet already shows a request').waitFor()
  expect(await toastsOf(page)).toEqual([])
  wallet.refusals.clear()
  await chooseTestWallet(page)
  await expect.poll(() => sessionOf(page)).not.toBeNull()
  await context.close()
})

test('closing the wallet closes every tab, and nobody is signed in again until somebody asks', async () => {
  const wallet = new TestWallet(world)
  const { page, context } = await openWith(wallet)
  await signInWith(page, world)
  const other = await context.newPage()
  await other.goto(`${world.url}/#/wallet`)
  await other.getByRole('heading', { name: 'Wallet' }).waitFor()
  const signatures = wallet.count('personal_sign')
  await page.goto(`${world.url}/#/mine`)
  const closing = page.getByRole('button', { name: /Close the wallet|Disconnect wallet/ })
  await closing.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Close the wallet|Disconnect wallet/ })
    .click()
  await other.getByRole('button', { name: 'Connect wallet' }).waitFor({ timeout: 5_000 })
  await other.waitForTimeout(8_000)
  expect(await sessionOf(other)).toBeNull()
  expect(wallet.count('personal_sign')).toBe(signatures)
  // Somebody asks in one tab: the other follows, and asks nothing itself.
  await chooseTestWallet(other)
  await page.getByRole('heading', { name: /^(Mine|Me)$/ }).waitFor()
  expect(wallet.count('personal_sign')).toBe(signatures + 1)
  await context.close()
})

test('a locked wallet is waited for, and its session with it', async () => {
  const wallet = new TestWallet(world)
  const { page, context } = await openWith(wallet)
  await signInWith(page, world)
  const before = await sessionOf(page)
  wallet.isPermitted = false
  await page.goto(`${world.url}/#/wallet`)
  await page.reload()
  const locked = page.getByText('Your wallet is locked')
  await locked.waitFor()
  await page.waitForTimeout(9_000)
  expect(await sessionOf(page)).toMatchObject({ address: before!.address, token: before!.token })
  wallet.isPermitted = true
  await locked.waitFor({ state: 'detached' })
  expect((await sessionOf(page))?.token).toBe(before?.token)
  await context.close()
})

test('without a wallet, this very page can be opened in the common wallet apps, copied or scanned', async () => {
  const { page, context } = await openPhone(browser, { width: 320 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await pretendReal(context)
  const address = `${world.url}/?pusername=FRIEND01#/goods?id=machineSmall`
  await page.goto(address)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  const links = page.getByRole('dialog').getByRole('link')
  await expect.poll(() => links.count()).toBe(6)
  expect(await links.allInnerTexts()).toEqual(['MetaMask', 'Trust', 'OKX', 'TokenPocket', 'Binance', 'Coinbase'])
  const [metaMask, trust] = await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
  expect(metaMask).toBe(`https://link.metamask.io/dapp/${address.replace('http://', '')}`)
  expect(new URL(trust!).searchParams.get('url')).toBe(address)
  await page.getByRole('button', { name: 'Copy the address of this page' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await page.getByRole('img', { name: 'The address of this page' }).waitFor()
  await page.waitForTimeout(400)
  await takePicture(page, 'gate-apps-320', false)
  await context.close()
})

test('what a balance is worth follows its own answer, also when the first bid comes after the sign-in', async () => {
  const wallet = new TestWallet(world)
  const { page, context } = await openWith(wallet)
  await context.route('**/api/main/getETLDPrice*', (route) => route.fulfill({ json: { code: 200, message: '', data: 0 } }))
  await signInWith(page, world, '/mine')
  await context.route('**/api/userAccount/balance?*', (route) => route.continue())
  await context.route(/\/api\/userAccount\/balance$/, (route) =>
    route.fulfill({
      json: {
        code: 200,
        message: '',
        data: {
          gamePoints: 0,
          list: [{ currency: 'ETLD', available: '10', frozen: '0', locked: '0', escrow: '0', total: '10', usdtValue: '5', priceAt: new Date().toISOString() }],
        },
      },
    }),
  )
  await page.goto(`${world.url}/#/wallet`)
  await page.reload()
  await page.getByText('≈ 5').first().waitFor()
  expect(await page.getByText('No buyer at present').count()).toBe(0)
  await context.close()
})

test("help is a press away from the person's page, and leads to people and papers", async () => {
  const wallet = new TestWallet(world)
  const { page, context } = await openWith(wallet)
  await context.route('**/api/open/app*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    const contact = { support: 'mailto:help@etld.example', terms: 'https://etld.example/terms', privacy: '', status: '' }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, contact } } })
  })
  await signInWith(page, world, '/mine')
  await page.getByRole('link', { name: 'Help and support' }).click()
  await page.getByRole('heading', { name: 'Help' }).waitFor()
  expect(await page.getByRole('link', { name: /^Support/ }).getAttribute('href')).toBe('mailto:help@etld.example')
  expect(await page.getByRole('link', { name: /^Terms/ }).getAttribute('href')).toBe('https://etld.example/terms')
  expect(await page.getByRole('link', { name: /^Privacy/ }).count()).toBe(0)
  await page.getByText(/^Version \S+/).waitFor()
  expect(await apiCall(page, '/api/open/app')).toHaveProperty('version')
  await context.close()
})
