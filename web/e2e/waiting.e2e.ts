import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keptBy, openBrowser, openPhone, takePicture } from './browser.ts'
import { apiCall, balance, comeBack } from './journey.ts'
import { signInWith, TestWallet, type Transaction } from './testWallet.ts'
import { recordToasts, toastsOf } from './toasts.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let context: BrowserContext
let page: Page
let wallet: TestWallet

const finality = { timeout: 90_000 }
const nowhere = `0x${'ab'.repeat(32)}`

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ;({ context, page } = await openPhone(browser))
  wallet = new TestWallet(world)
  await recordToasts(context)
  await wallet.install(context)
})

beforeEach(async () => {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  wallet.answers.clear()
  wallet.refusals.clear()
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const dialog = () => page.getByRole('dialog')
const pay = () => page.getByRole('button', { name: 'Pay 105.00 USDT with wallet' })

async function machines(): Promise<{ minerNo: string; phase: string }[]> {
  return ((await apiCall(page, '/api/miner/findMyList')) as { list: { minerNo: string; phase: string }[] }).list
}

/** Orders a small machine to be paid from the wallet, 105 USDT, and stands before its payment. */
async function order(): Promise<void> {
  await comeBack(page, world, '/goods?id=machineSmall')
  await page.getByRole('radio', { name: /Wallet, on chain/ }).click()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
  await pay().waitFor()
}

test('a wallet with a balance signs in', async () => {
  await signInWith(page, world)
  await wallet.topUp('500')
  await expect.poll(async () => (await balance(page, 'USDT')).available, finality).toBe('500')
})

test('where no break-even is known, none is claimed', async () => {
  await comeBack(page, world, '/goods?id=machineSmall')
  await page.getByText('Break-even is not known yet').waitFor()
  expect(await page.getByText('Above break-even').count()).toBe(0)
})

test('a withdrawal can be left while the wallet is asked, and a late signature withdraws nothing', async () => {
  await comeBack(page, world, '/withdraw?currency=USDT')
  await page.getByLabel('Quantity', { exact: true }).fill('20')
  await page.getByRole('button', { name: 'Review the withdrawal' }).click()
  const letGo = wallet.hold('personal_sign')
  const asked = wallet.count('personal_sign')
  await dialog().getByRole('button', { name: 'Sign and withdraw' }).click()
  await expect.poll(() => wallet.count('personal_sign'), { timeout: 20_000 }).toBe(asked + 1)
  await dialog().getByRole('button', { name: 'Close' }).click()
  await dialog().waitFor({ state: 'detached' })
  letGo()
  await page.waitForTimeout(1_500)
  expect(((await apiCall(page, '/api/userAccount/myWithDraw')) as { list: unknown[] }).list).toEqual([])
  expect(await toastsOf(page)).toEqual([])
})

test('an order can be left while the server is silent, and nothing is bought before its sum was checked', async () => {
  await comeBack(page, world, '/goods?id=machineSmall')
  await page.getByRole('button', { name: 'Review the order' }).click()
  const press = dialog().getByRole('button', { name: /^Pay .* from balance$/ })
  await press.waitFor()
  let letGo = () => {}
  const silence = new Promise<void>((done) => (letGo = done))
  await context.route('**/api/miner/detail*', async (route) => {
    await silence
    await route.continue().catch(() => undefined)
  })
  const check = page.waitForRequest('**/api/miner/detail*')
  await press.click()
  await check
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  letGo()
  await page.waitForTimeout(1_500)
  expect(await machines()).toEqual([])
  expect(await balance(page, 'USDT')).toMatchObject({ available: '500' })
})

test('a silent server is spoken of after five seconds, and asked anew after fifteen', async () => {
  // A phone that keeps no answers yet: its screen has nothing to show until the server speaks.
  const phone = await openPhone(browser, { kept: await keptBy(context) })
  await wallet.install(phone.context)
  let asked = 0
  let isSilent = true
  await phone.context.route('**/api/main/home*', async (route) => {
    asked += 1
    if (!isSilent) await route.continue()
  })
  await phone.page.goto(`${world.url}/#/`)
  const slow = phone.page.getByText('Slow connection, still trying')
  await slow.waitFor()
  const again = phone.page.getByRole('button', { name: 'Try again' })
  expect(await again.count()).toBe(0)
  await takePicture(phone.page, 'waiting-slow', false)
  await again.waitFor()
  expect(asked).toBe(1)
  await takePicture(phone.page, 'waiting-slow-again', false)
  isSilent = false
  const answered = phone.page.waitForResponse('**/api/main/home*')
  await again.click()
  await answered
  await slow.waitFor({ state: 'detached' })
  expect(asked).toBe(2)
  await phone.context.close()
})

test('without coins for the fee the payment says so', async () => {
  await order()
  wallet.refusals.set('eth_sendTransaction', () => ({ code: -32000, message: 'insufficient funds for gas * price + value' }))
  await pay().click()
  await page.getByText('does not hold enough BNB').waitFor()
  expect(await page.getByText('We do not know yet').count()).toBe(0)
  await takePicture(page, 'waiting-no-gas', false)
  await apiCall(page, '/api/miner/cancel', { minerNo: (await machines())[0]!.minerNo, requestId: 'no-gas-0123456789' })
})

test('a wallet that sends and then reports an error leaves it open, and what it sent is recognised', async () => {
  await order()
  wallet.answers.set('eth_sendTransaction', async ([request]) => {
    await wallet.send(request as Transaction)
    throw { code: -32603, message: 'Internal JSON-RPC error.' }
  })
  await pay().click()
  await page.getByText('We do not know yet whether your payment went out').waitFor()
  expect(await toastsOf(page)).toEqual([])
  await page.getByText('Payment confirmed').first().waitFor(finality)
  expect((await machines())[0]!.phase).toBe('cooling')
})

test('a transaction the chain does not know is said so after a minute, and can be paid again', async () => {
  await order()
  wallet.answers.set('eth_sendTransaction', () => nowhere)
  const noted = page.waitForResponse('**/api/pay/submitTx*')
  await pay().click()
  await page.getByText('Transaction submitted').first().waitFor()
  await noted
  expect(await page.getByText('The chain does not know this transaction yet').count()).toBe(0)
  // A minute passes: what was kept says when it was sent.
  await page.evaluate(() => {
    const sent = JSON.parse(localStorage.getItem('etld.sent')!) as { atMs: number }
    localStorage.setItem('etld.sent', JSON.stringify({ ...sent, atMs: sent.atMs - 61_000 }))
  })
  await page.reload()
  await page.getByText('The chain does not know this transaction yet').waitFor({ timeout: 30_000 })
  await takePicture(page, 'waiting-missing', false)
  await page.getByRole('button', { name: 'Did it not go out?' }).click()
  await page.getByRole('button', { name: 'Pay again' }).click()
  await pay().waitFor()
  // The server still names it; this phone does not follow it any more, also after a reload.
  const seen = wallet.count('eth_chainId')
  await page.reload()
  await expect.poll(() => wallet.count('eth_chainId'), { timeout: 20_000 }).toBeGreaterThan(seen)
  await page.waitForTimeout(500)
  wallet.answers.clear()
  await pay().click()
  await page.getByText('Payment confirmed').first().waitFor(finality)
})
