import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone, takePicture } from './browser.ts'
import { apiCall, balance, comeBack, day } from './journey.ts'
import { Operator } from './operators.ts'
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
  await recordToasts(context)
  wallet = new TestWallet(world)
  await wallet.install(context)
  await signInWith(page, world)
  await world.faucet(wallet.account.address)
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const finality = { timeout: 90_000 }

interface Detail {
  termsVersion: string
  quotes: { quantity: number; payAmount: string }[]
}

interface MyMachine {
  minerNo: string
  status: string
  phase: string
  endAt: string
}

async function machine(minerNo: string): Promise<MyMachine> {
  return (await apiCall(page, '/api/miner/myDetail', { id: minerNo })) as MyMachine
}

async function newestMachine(): Promise<MyMachine> {
  return ((await apiCall(page, '/api/miner/findMyList')) as { list: MyMachine[] }).list[0]!
}

async function available(): Promise<string> {
  return (await balance(page, 'USDT')).available
}

async function titlesOfNotices(): Promise<string[]> {
  return ((await apiCall(page, '/api/user/notices', { size: '50' })) as { list: { title: string }[] }).list.map(({ title }) => title)
}

/** Orders a small machine to be paid from the wallet, 105 USDT, and stands before its payment. */
async function order(): Promise<void> {
  await comeBack(page, world, '/goods?id=machineSmall')
  await page.getByRole('radio', { name: /Wallet, on chain/ }).click()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
  await page.getByRole('button', { name: 'Pay 105.00 USDT with wallet' }).waitFor()
}

test('a payment that is short says what is missing, and the rest buys the machine', async () => {
  await order()
  await wallet.pay('50')
  await page.getByText('50.00 USDT of 105.00 USDT has arrived').waitFor(finality)
  await takePicture(page, 'payment-short', false)
  await page.getByRole('button', { name: 'Pay the remaining 55.00 USDT' }).click()
  await page.getByText('Payment confirmed').first().waitFor(finality)
  expect(await newestMachine()).toMatchObject({ status: 'to_be_confirmed', phase: 'cooling' })
  expect(await balance(page, 'USDT')).toMatchObject({ available: '0', escrow: '105' })
  await comeBack(page, world, '/wallet')
  await page.getByRole('button', { name: 'Top up' }).click()
  await expect.poll(() => page.getByText('Used for your payment').count(), finality).toBe(2)
  await page.getByText('Used for your payment').first().scrollIntoViewIfNeeded()
  await takePicture(page, 'payment-used', false)
})

test('a payment that is over buys the machine, and what is over goes to the balance', async () => {
  await order()
  await wallet.pay('120.5')
  await page.getByText('Payment confirmed').first().waitFor(finality)
  await page.getByText('120.50 USDT arrived for 105.00 USDT; what is over went to your balance.').waitFor()
  await takePicture(page, 'payment-over', false)
  expect(await newestMachine()).toMatchObject({ status: 'to_be_confirmed', phase: 'cooling' })
  expect(await balance(page, 'USDT')).toMatchObject({ available: '15.5', escrow: '210' })
})

test('while crediting pauses, payment and top-up say why, and afterwards it goes on', async () => {
  await order()
  await wallet.pay('20')
  await page.getByText('20.00 USDT of 105.00 USDT has arrived').waitFor(finality)
  const why = page.getByText(
    'Our connection leads to another chain, so crediting waits until our team has corrected it; nothing is lost, and what you sent is credited after that.',
  )
  await chainCallsItself(97)
  await why.waitFor(finality)
  await takePicture(page, 'payment-paused', false)
  await comeBack(page, world, '/wallet')
  await page.getByRole('button', { name: 'Top up' }).click()
  await why.waitFor(finality)
  await takePicture(page, 'topup-paused', false)
  await chainCallsItself(56)
  await why.waitFor({ state: 'detached', ...finality })
  const { minerNo } = await newestMachine()
  await apiCall(page, '/api/miner/cancel', { minerNo, requestId: `after-the-pause-${minerNo}` })
  await expect.poll(available, finality).toBe('35.5')
})

/** Lets the chain's node answer with the id of a chain. */
async function chainCallsItself(id: number): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setChainId', params: [id] })
  const answer = await fetch(world.rpcUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  expect(await answer.json()).not.toHaveProperty('error')
}

test('a payment that comes late goes to the balance, and buys nothing', async () => {
  await order()
  const { minerNo } = await newestMachine()
  await world.advance(31 * 60)
  await page.getByText('The time is over', { exact: true }).waitFor(finality)
  await takePicture(page, 'payment-late', false)
  await wallet.pay('105')
  await expect.poll(available, finality).toBe('140.5')
  expect(await machine(minerNo)).toMatchObject({ status: 'not_running', phase: 'expired' })
  expect(await balance(page, 'USDT')).toMatchObject({ escrow: '210' })
  await comeBack(page, world, '/transaction?type=top_up')
  await page.getByText('+105.00').first().waitFor()
  await comeBack(page, world, '/mine?view=notices')
  await page.getByText('Machine not paid in time').first().waitFor()
  await takePicture(page, 'payment-late-notices')
})

test('a payment the chain takes back says so, costs nothing and can be tried again', async () => {
  // The wallet is emptied first: what it then promises, the chain takes back.
  await wallet.pay(await wallet.holding())
  await expect.poll(async () => Number(await available()) > 1_000, finality).toBe(true)
  const before = await available()
  await order()
  await page.getByRole('button', { name: 'Pay 105.00 USDT with wallet' }).click()
  await page.getByText('the transaction was reverted').waitFor(finality)
  await takePicture(page, 'payment-reverted', false)
  expect(await toastsOf(page)).toContain('Purchase failed')
  expect(await available()).toBe(before)
  await world.faucet(wallet.account.address)
  await page.getByRole('button', { name: 'Pay 105.00 USDT with wallet' }).click()
  await page.getByText('Payment confirmed').first().waitFor(finality)
  expect(await available()).toBe(before)
})

test('a machine that operators pause stands still, says why, and runs longer after it resumed', async () => {
  const { minerNo } = await buyAndStart()
  const before = await machine(minerNo)
  await pause(minerNo, 'its figures are being checked')
  await comeBack(page, world, `/myMiner?id=${minerNo}`)
  await page.getByRole('dialog').getByText('Term on hold').waitFor()
  await takePicture(page, 'machine-paused', false)
  await page.getByRole('radio', { name: 'History' }).click()
  await page.getByText('its figures are being checked').first().waitFor()
  await takePicture(page, 'machine-paused-history', false)
  await world.advance(day)
  const risk = await Operator.signIn(world, 'risk')
  await risk.propose('machines/resume', { minerNo }, 'the figures are right')
  await comeBack(page, world, `/myMiner?id=${minerNo}`)
  await page.getByRole('dialog').getByText('Paused so far').waitFor()
  await takePicture(page, 'machine-resumed', false)
  const after = await machine(minerNo)
  expect(after.status).toBe('running')
  const laterMs = Date.parse(after.endAt) - Date.parse(before.endAt)
  expect(laterMs).toBeGreaterThanOrEqual(day * 1000)
  expect(laterMs).toBeLessThan((day + 300) * 1000)
  expect((await titlesOfNotices()).filter((title) => /^Machine (paused|running again)$/.test(title))).toEqual(['Machine running again', 'Machine paused'])
})

test('after fifteen days of pause its owner leaves with the principal and the rest of the fee', async () => {
  const { minerNo } = await buyAndStart()
  await pause(minerNo, 'a part is missing')
  await comeBack(page, world, `/myMiner?id=${minerNo}`)
  await page.getByRole('dialog').getByText('Earliest exit').waitFor()
  expect(await page.getByRole('button', { name: 'Exit and get principal back' }).count()).toBe(0)
  await world.advance(15 * day)
  await comeBack(page, world, `/myMiner?id=${minerNo}`)
  await page.getByRole('button', { name: 'Exit and get principal back' }).waitFor()
  const before = await balance(page, 'USDT')
  await page.getByRole('button', { name: 'Exit and get principal back' }).click()
  await takePicture(page, 'machine-exit', false)
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByText('Exited; principal is in your balance').first().waitFor()
  expect(await machine(minerNo)).toMatchObject({ status: 'completed', phase: 'exited' })
  const after = await balance(page, 'USDT')
  expect(Number(before.locked) - Number(after.locked)).toBe(100)
  // The principal, and of the platform's 1 % what of 90 days is not over.
  const gained = Number(after.available) - Number(before.available)
  expect(gained).toBeGreaterThan(100.9)
  expect(gained).toBeLessThan(101)
  await takePicture(page, 'machine-left', false)
})

test('a sum that changed since it was shown is asked about again before anything is bought', async () => {
  await wallet.pay('900')
  await expect.poll(async () => Number(await available()) >= 900, finality).toBe(true)
  const { minerNo } = await buyAndStart()
  await world.advance(91 * day)
  await comeBack(page, world, '/goods?id=machineSmall')
  await expect.poll(async () => (await machine(minerNo)).phase, finality).toBe('matured')
  await expect.poll(async () => Number((await oneQuoted()).payAmount), finality).toBe(101)
  await comeBack(page, world, '/goods?id=machineSmall')
  await page
    .getByRole('radio', { name: /balance/i })
    .first()
    .click()
  // What the phone kept is shown first; the order is what the page says when it is reviewed.
  await page.getByText('101.00').first().waitFor()
  await page.getByRole('button', { name: 'Review the order' }).click()
  const shown = page.getByRole('button', { name: 'Pay 101.00 USDT from balance' })
  await shown.waitFor()
  // The credit goes elsewhere, on another device: all of it, also that of machines of the tests before.
  for (let n = 0; ; n++) {
    const { termsVersion, payAmount } = await oneQuoted()
    if (Number(payAmount) === 105) break
    await apiCall(page, '/api/miner/purchaseMiner', {
      productId: 'machineSmall',
      quantity: '1',
      payType: 'balance',
      termsVersion,
      requestId: `another-device-took-it-${n}`,
    })
  }
  const before = Number(await available())
  await shown.click()
  await page.getByRole('alert').getByText('105.00 USDT instead of 101.00 USDT').waitFor()
  await takePicture(page, 'purchase-sum-changed', false)
  expect(Number(await available())).toBe(before)
  await page.getByRole('button', { name: 'Pay 105.00 USDT from balance' }).click()
  await page.getByText('Purchase successful').first().waitFor()
  expect(before - Number(await available())).toBeCloseTo(105)
})

/** What one small machine costs this user now, and the terms of it. */
async function oneQuoted(): Promise<{ payAmount: string; termsVersion: string }> {
  const { termsVersion, quotes } = (await apiCall(page, '/api/miner/detail', { id: 'machineSmall' })) as Detail
  return { termsVersion, payAmount: quotes.find((quote) => quote.quantity === 1)!.payAmount }
}

async function buyAndStart(): Promise<{ minerNo: string }> {
  await comeBack(page, world, '/goods?id=machineSmall')
  await page
    .getByRole('radio', { name: /balance/i })
    .first()
    .click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: /^Pay .* from balance$/ }).click()
  await page.getByText('Purchase successful').first().waitFor()
  const { list } = (await apiCall(page, '/api/miner/findMyList', { status: 'running' })) as { list: MyMachine[] }
  return list[0]!
}

/** Two operators pause a machine together. */
async function pause(minerNo: string, reason: string): Promise<void> {
  const [risk, checker] = await Promise.all([Operator.signIn(world, 'risk'), Operator.signIn(world, 'finance_checker')])
  await checker.approve(await risk.propose('machines/pause', { minerNo }, reason))
}
