import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, openBrowser, openPhone, takePicture, type KeptState } from './browser.ts'
import { findFlaws, recordShifts, settle } from './inspect.ts'
import { apiCall, balance } from './journey.ts'
import { signInWith, TestWallet } from './testWallet.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let wallet: TestWallet
/** A phone that signed in and read nothing but the front page. */
let kept: KeptState

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
})

afterAll(async () => {
  await browser?.close()
  // Also replays the journal and checks every invariant.
  await world?.stop()
})

/** The height of what says that there is no line. */
const noticeHeight = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: 'You are offline' })
    .evaluate((notice: HTMLElement) => notice.offsetHeight)
/** Its height where figures stand. */
let datedHeight: number

test('somebody with a node of their own signs in', async () => {
  const { context, page } = await openPhone(browser)
  wallet = new TestWallet(world)
  await wallet.install(context)
  await signInWith(page, world)
  await world.faucet(wallet.account.address)
  await wallet.pay('600')
  await expect.poll(async () => (await balance(page, 'USDT')).available, { timeout: 90_000 }).toBe('600')
  const { termsVersion } = (await apiCall(page, '/api/node/detail', { id: 'nodeDiamond' })) as { termsVersion: string }
  await apiCall(page, '/api/node/purchase', { nodeId: 'nodeDiamond', quantity: '1', payType: 'balance', termsVersion, requestId: 'a-node-of-my-own' })
  kept = await keptBy(context)
  await context.close()
})

/** Each screen, the call it rests on, and what is on it as it was read. */
const screens = [
  { path: '/team', call: '/api/team/summary', read: ['My level', 'How it works'] },
  { path: '/team?tab=friends', call: '/api/team/friends', read: ['Nobody here yet'] },
  { path: '/share', call: '/api/team/friends', read: ['#/?pusername=', 'Nobody has joined by your link yet', 'Referral rewards to date'] },
  { path: '/chain', call: '/api/node/mine', read: ['Star node', 'Cooling-off'] },
  { path: '/chainDetails?id=nodeDiamond', call: '/api/node/detail', read: ['How a dividend is worked out'] },
  { path: '/dividendPool', call: '/api/node/dividendPool', read: ['No month has been closed yet', 'King'] },
]

test('screens that were read open without a line, whole, and say from when their figures are', async () => {
  const { page, context } = await openPhone(browser, { kept, hasWorker: true })
  await wallet.install(context)
  await page.addInitScript(recordShifts)
  await page.goto(`${world.url}/#/`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  for (const { path, read } of screens) {
    await page.goto(`${world.url}/#${path}`)
    for (const words of read) await page.locator('main').getByText(words).first().waitFor()
  }
  // What the screens show is kept two seconds after it came.
  await page.waitForTimeout(3_000)
  await context.setOffline(true)
  const lost: string[] = []
  page.on('requestfailed', (request) => lost.push(new URL(request.url()).pathname))
  const flaws: Record<string, string[]> = {}
  for (const { path, call, read } of screens) {
    lost.splice(0)
    await page.goto(`${world.url}/#${path}`)
    await page.reload()
    for (const words of read) await page.locator('main').getByText(words).first().waitFor()
    await page.getByText(/You are offline\. These figures are from .*UTC\+8/).waitFor()
    datedHeight = await noticeHeight(page)
    // It was asked for anew, three times in vain, which takes nothing away.
    await expect.poll(() => lost.filter((one) => one === call).length).toBeGreaterThanOrEqual(3)
    await settle(page)
    for (const words of read) await page.locator('main').getByText(words).first().waitFor()
    const found = await findFlaws(page, 'en')
    if (await page.locator('main').getByRole('button', { name: 'Try again' }).count()) found.push('asks to retry what it shows')
    if (found.length > 0) flaws[path] = found
    await takePicture(page, `offline-read-${path.slice(1).replace(/[?=&]/g, '-')}`)
  }
  await context.close()
  expect(flaws).toEqual({})
})

test('screens that were never read say so, with a way to ask again, and come by themselves with the line', async () => {
  const { page, context } = await openPhone(browser, { kept, hasWorker: true })
  await wallet.install(context)
  await page.goto(`${world.url}/#/`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.getByRole('heading', { name: 'Mining machines' }).waitFor()
  // What /team reads, /share reads as well; here it must come first.
  for (const { path, read } of screens.filter((one) => !one.path.startsWith('/team'))) {
    await page.goto(`${world.url}/#/`)
    await page.getByRole('heading', { name: 'Mining machines' }).waitFor()
    await context.setOffline(true)
    await page.goto(`${world.url}/#${path}`)
    await page.locator('main').getByText('The server cannot be reached right now').first().waitFor()
    await page.getByText(/You are offline\./).waitFor()
    await settle(page)
    // A time is said only where figures stand: what /chain read, those after it show as well.
    expect([path, await page.getByText('You are offline. These figures').count()]).toEqual([path, path === '/share' || path === '/chain' ? 0 : 1])
    // Nothing moves where figures come later than what says that there is no line.
    expect([path, await noticeHeight(page)]).toEqual([path, datedHeight])
    // A frame without anything in it is no answer.
    const hollow = await page.locator('main ul:not(:has(*)), main dl:not(:has(*))').count()
    await takePicture(page, `offline-unread-${path.slice(1).replace(/[?=&]/g, '-')}`)
    expect([path, hollow]).toEqual([path, 0])
    await page.locator('main').getByRole('button', { name: 'Try again' }).first().click()
    await page.locator('main').getByText('The server cannot be reached right now').first().waitFor()
    await context.setOffline(false)
    for (const words of read) await page.locator('main').getByText(words).first().waitFor()
    await page.getByText('You are offline').waitFor({ state: 'detached' })
  }
  await context.close()
})
