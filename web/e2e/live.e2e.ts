import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from './browser.ts'
import { apiCall, balance, streamOpened } from './journey.ts'
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
  const opened = streamOpened(page)
  // A screen that asks for nothing by itself.
  await signInWith(page, world, '/mine')
  await opened
  await world.faucet(wallet.account.address)
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const finality = { timeout: 90_000, interval: 100 }
/** An open app is told within this time, by what the server says of when it happened. */
const toldWithinMs = 2_000

const said = async (of: Page, words: RegExp | string) =>
  (await toastsOf(of)).filter((toast) => (typeof words === 'string' ? toast.includes(words) : words.test(toast)))

interface Notice {
  kind: string
  createdAt: string
}

test('a deposit arrives in an open app within two seconds, and the bell counts it', async () => {
  const before = await unread()
  await wallet.pay('12.5')
  await expect.poll(() => said(page, '12.5 USDT was added to your balance'), finality).toHaveLength(1)
  const toldAt = Date.now()
  const { list } = (await apiCall(page, '/api/user/notices')) as { list: Notice[] }
  const { createdAt } = list.find(({ kind }) => kind === 'top_up_credited')!
  expect(toldAt - Date.parse(createdAt)).toBeLessThan(toldWithinMs)
  await expect.poll(unread, { timeout: toldWithinMs }).toBe(before + 1)
  expect(await balance(page, 'USDT')).toMatchObject({ available: '12.5' })
})

async function unread(): Promise<number> {
  const label = await page
    .getByRole('link', { name: /Notices|notices/ })
    .first()
    .getAttribute('aria-label')
  return Number(/\d+/.exec(label ?? '')?.[0] ?? 0)
}

test('an app that is told asks for nothing by the clock', async () => {
  const asked: string[] = []
  const note = (request: { url: () => string }) => void (request.url().includes('/api/') && asked.push(new URL(request.url()).pathname))
  page.on('request', note)
  await page.waitForTimeout(45_000)
  page.off('request', note)
  // What no event tells of: how the platform stands, the wallet's own figures.
  expect(asked.filter((path) => !['/api/open/app', '/api/miner/minerStatistics'].includes(path))).toEqual([])
})

test('what happens while the line is gone is told once it is back, and only once', async () => {
  await context.setOffline(true)
  await wallet.pay('3')
  await expect.poll(async () => arrived('3'), finality).toBe(true)
  expect(await said(page, ' 3 USDT was added')).toEqual([])
  const opened = streamOpened(page)
  await context.setOffline(false)
  await opened
  await expect.poll(() => said(page, ' 3 USDT was added'), finality).toHaveLength(1)
})

/** Whether the platform has credited it, asked from outside of the page. */
async function arrived(amount: string): Promise<boolean> {
  const { token } = JSON.parse((await page.evaluate(() => localStorage.getItem('etld.session')))!) as { token: string }
  const answer = await fetch(`${world.url}/api/userAccount/balanceDetail?currency=USDT`, { method: 'POST', headers: { token, lan: 'en_US' } })
  const { data } = (await answer.json()) as { data: { list: { amount: string }[] } }
  return data.list.some((line) => line.amount === amount)
}

test('a restart of the server loses no event and repeats none', async () => {
  const opened = streamOpened(page)
  await world.crash()
  await opened
  await wallet.pay('4')
  await expect.poll(() => said(page, ' 4 USDT was added'), finality).toHaveLength(1)
  await page.waitForTimeout(2_000)
  for (const amount of ['12.5', ' 3', ' 4']) expect(await said(page, `${amount} USDT was added`), amount).toHaveLength(1)
})

test('a reward arrives live at whoever invited', async () => {
  const { referralCode } = (await apiCall(page, '/api/user/getUserInfo')) as { referralCode: string }
  const friend = await openPhone(browser)
  const friends = new TestWallet(world)
  await friends.install(friend.context)
  await signInWith(friend.page, world, `?pusername=${referralCode}#/mine`)
  await friends.topUp('200')
  await expect.poll(async () => (await balance(friend.page, 'USDT')).available, finality).toBe('200')
  const { termsVersion } = (await apiCall(friend.page, '/api/miner/detail', { id: 'machineSmall' })) as { termsVersion: string }
  await apiCall(friend.page, '/api/miner/purchaseMiner', {
    productId: 'machineSmall',
    quantity: '1',
    payType: 'balance',
    termsVersion,
    startNow: 'true',
    requestId: 'a-machine-of-a-friend',
  })
  await expect.poll(() => said(page, 'Your reward: 1.5 USDT'), { timeout: toldWithinMs, interval: 50 }).toHaveLength(1)
  await friend.context.close()
})

test('who ends the session ends the stream', async () => {
  await page.getByRole('button', { name: 'Disconnect wallet' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Disconnect wallet' })
  if ((await confirm.count()) > 0) await confirm.click()
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
  let asked = 0
  page.on('request', (request) => void (request.url().includes('/api/user/events') && (asked += 1)))
  await page.waitForTimeout(5_000)
  expect(asked).toBe(0)
})
