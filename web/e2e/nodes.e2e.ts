import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, languages, openBrowser, openPhone, takePicture } from './browser.ts'
import { axeFlaws, findFlaws, recordShifts, settle } from './inspect.ts'
import { apiCall, balance, comeBack, day, hour } from './journey.ts'
import { signInWith, TestWallet } from './testWallet.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let context: BrowserContext
let page: Page
let wallet: TestWallet
let faults: string[]

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ;({ context, page, faults } = await openPhone(browser))
  wallet = new TestWallet(world)
  await wallet.install(context)
  await signInWith(page, world)
  await world.faucet(wallet.account.address)
})

afterAll(async () => {
  await browser?.close()
  // Also replays the journal and checks every invariant.
  await world?.stop()
})

/** ETLD_PICTURES=1 leaves a picture of every screen in e2e/artifacts, for people to look at. */
const wantsPictures = process.env['ETLD_PICTURES'] === '1'

const finality = { timeout: 90_000 }

interface MyNode {
  nodeNo: string
  state: string
  dividends: string
  hash: string
}

async function newest(): Promise<MyNode> {
  return ((await apiCall(page, '/api/node/mine')) as { list: MyNode[] }).list[0]!
}

async function available(): Promise<string> {
  return (await balance(page, 'USDT')).available
}

/** Stands before the order of a diamond node. */
async function chooseDiamond(): Promise<void> {
  await comeBack(page, world, '/chainDetails?id=nodeDiamond')
  await page.getByText('How a dividend is worked out').waitFor()
}

/** Orders a diamond node to be paid from the wallet, 500 USDT, and stands before its payment. */
async function order(): Promise<void> {
  await chooseDiamond()
  await page.getByRole('radio', { name: /Wallet, on chain/ }).click()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
  await page.getByRole('button', { name: 'Pay 500.00 USDT with wallet' }).waitFor()
}

// The tests below are one person's way, in order.

test('levels are shown with what they cost and give; nobody has any yet', async () => {
  await comeBack(page, world, '/chain')
  for (const words of ['Diamond node', 'Star node', 'King node', '0 of 2,000 sold', '100 left', 'No node yet']) await page.getByText(words).first().waitFor()
  await settle(page)
  await takePicture(page, 'nodes-1-list')
  await page.getByRole('link', { name: /King node/ }).click()
  await page.getByText('at least that of 2 nodes with 30 days each').waitFor()
  await takePicture(page, 'nodes-2-level')
  await comeBack(page, world, '/dividendPool')
  await page.getByText('No month has been closed yet').waitFor()
  await takePicture(page, 'nodes-3-pool-empty')
})

test('a node from the balance cools off, and is cancelled with a full refund', async () => {
  await wallet.pay('1600')
  await expect.poll(available, finality).toBe('1600')
  await chooseDiamond()
  await page.getByRole('radio', { name: /Balance/ }).click()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await takePicture(page, 'nodes-4-confirm', false)
  await page.getByRole('button', { name: 'Pay 500.00 USDT from balance' }).click()
  await page.getByText('Purchase successful').first().waitFor()
  await page.getByRole('dialog').getByText('Active automatically in').waitFor()
  expect(await balance(page, 'USDT')).toMatchObject({ available: '1100', escrow: '500' })
  await takePicture(page, 'nodes-5-cooling', false)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel it' }).click()
  await page.getByText('Cancellation successful').first().waitFor()
  await page.getByRole('dialog').getByText('everything that was paid is in your balance').waitFor()
  expect(await balance(page, 'USDT')).toMatchObject({ available: '1600', escrow: '0' })
})

test('a payment that is short says what is missing; its rest buys the node, which is started at once', async () => {
  await order()
  await wallet.pay('200')
  await page.getByText('200.00 USDT of 500.00 USDT has arrived').waitFor(finality)
  await takePicture(page, 'nodes-6-part', false)
  await page.getByRole('button', { name: 'Pay the remaining 300.00 USDT' }).click()
  await page.getByText('Payment confirmed').first().waitFor(finality)
  await page.getByText('The node is yours.').waitFor()
  // It is the same payment wherever it is looked at, also once no list names its order any more.
  const intentNo = new URLSearchParams(page.url().split('?').at(-1)).get('pay')
  await comeBack(page, world, `/myMiner?pay=${intentNo}`)
  await page.getByText('The node is yours.').waitFor()
  await page.getByRole('link', { name: 'See my nodes' }).click()
  // The list as this phone kept it begins with the node before this one.
  await page.locator('main li button').filter({ hasText: 'Cooling-off' }).first().click()
  await page.getByRole('button', { name: 'Active now' }).click()
  await page.getByRole('button', { name: 'Waive and activate' }).click()
  await page.getByText('The node is active').first().waitFor()
  await expect.poll(async () => (await newest()).state).toBe('active')
  expect(await balance(page, 'USDT')).toMatchObject({ available: '1600', escrow: '0' })
  const { levelGift } = (await apiCall(page, '/api/user/getUserInfo')) as { levelGift: number }
  expect(levelGift).toBe(1)
})

test('a payment that comes late goes to the balance, and buys nothing', async () => {
  await order()
  await world.advance(31 * 60)
  await page.getByText('The time is over', { exact: true }).waitFor(finality)
  await wallet.pay('500')
  await expect.poll(available, finality).toBe('2100')
  expect((await newest()).state).toBe('expired')
})

test('an open payment for a machine is met on the page of nodes, and the other way round; both are cancelled there', async () => {
  const { termsVersion } = (await apiCall(page, '/api/miner/detail', { id: 'machineSmall' })) as { termsVersion: string }
  await apiCall(page, '/api/miner/purchaseMiner', {
    productId: 'machineSmall',
    quantity: '1',
    payType: 'chain',
    termsVersion,
    requestId: 'a-machine-from-the-wallet',
  })
  await chooseDiamond()
  await page.getByText('Small machine, 1 machine').waitFor()
  await page.getByRole('radio', { name: /Wallet, on chain/ }).click()
  await page.getByRole('button', { name: 'Finish the open payment first' }).click()
  await page.getByRole('button', { name: 'Pay 105.00 USDT with wallet' }).waitFor()
  await takePicture(page, 'nodes-7-other', false)
  await leavePayment()
  await order()
  await comeBack(page, world, '/goods?id=machineSmall')
  await page.getByText('Diamond node, 1 node').waitFor()
  await page.getByRole('button', { name: 'Continue payment' }).click()
  await page.getByRole('button', { name: 'Pay 500.00 USDT with wallet' }).waitFor()
  await leavePayment()
  expect((await newest()).state).toBe('cancelled')
})

async function leavePayment(): Promise<void> {
  await page.getByRole('button', { name: 'Cancel this payment' }).click()
  await page.getByRole('button', { name: 'Cancel payment', exact: true }).click()
  await page.getByText('Payment cancelled').first().waitFor()
}

/** Advances to an hour after the next payment of dividends. */
async function skipToPayment(): Promise<void> {
  const { nextPaymentAt, serverTime } = (await apiCall(page, '/api/node/dividendPool')) as { nextPaymentAt: string; serverTime: string }
  await world.advance(Math.ceil((Date.parse(nextPaymentAt) - Date.parse(serverTime)) / 1000) + hour)
}

test('a month passes: the estimate becomes a dividend, which its statement explains', async () => {
  // The first cut-off may be near; from the second on the node has its full weight.
  await skipToPayment()
  await comeBack(page, world, '/goods?id=machineMedium')
  await page
    .getByRole('radio', { name: /balance/i })
    .first()
    .click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: /^Pay .* from balance$/ }).click()
  await page.getByText('Purchase successful').first().waitFor()
  await world.advance(10 * day)
  await comeBack(page, world, '/dividendPool')
  await page.getByText('1,000.00').first().waitFor()
  await page.getByText(/^up to 0\.\d+/).waitFor()
  await settle(page)
  await takePicture(page, 'nodes-8-pool')
  await skipToPayment()
  await comeBack(page, world, '/chain')
  // 0.4 % of 1,000 among at least 20 nodes of 30 days.
  await expect.poll(async () => (await ownActive()).dividends, finality).toBe('0.2')
  await page.getByText('+0.20').first().waitFor()
  await takePicture(page, 'nodes-9-mine')
  await comeBack(page, world, '/transaction?type=node_dividends')
  await page.locator('main li button').first().click()
  await page.getByRole('link', { name: 'Open the statement' }).click()
  await page.getByRole('dialog').getByText('My dividend').waitFor()
  await page.getByRole('dialog').getByText('0.20').first().waitFor()
  await settle(page)
  await takePicture(page, 'nodes-10-statement', false)
})

async function ownActive(): Promise<MyNode> {
  return ((await apiCall(page, '/api/node/mine', { state: 'active' })) as { list: MyNode[] }).list[0]!
}

test('the statement is saved, and the program recomputes it without the server', async () => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the statement' }).click()])
  const folder = mkdtempSync(join(tmpdir(), 'etld-statement-'))
  const file = join(folder, download.suggestedFilename())
  expect(download.suggestedFilename()).toMatch(/^etld-dividend-\d{4}-\d{2}-diamond\.json$/)
  await download.saveAs(file)
  const { hash } = await ownActive()
  const statement = JSON.parse(readFileSync(file, 'utf8')) as { hash: string; rows: { node: string; amount: string }[] }
  expect(statement.rows).toEqual([{ node: hash, weight: 30, amount: '0.2' }])
  const good = verify(file)
  expect(good).toMatchObject({ status: 0 })
  expect(good.stdout).toContain(statement.hash)
  writeFileSync(file, readFileSync(file, 'utf8').replace('"amount":"0.2"', '"amount":"0.3"'))
  expect(verify(file).status).not.toBe(0)
  rmSync(folder, { recursive: true })
})

function verify(file: string) {
  return spawnSync(resolve(import.meta.dirname, '../../bin/etld'), ['verify', 'dividend', file], { encoding: 'utf8' })
}

test('each pool has its statement, a reload keeps it, and back leads to the pools', async () => {
  await page.getByRole('radio', { name: 'King', exact: true }).click()
  await page.getByText('None of your nodes counted in this pool.').waitFor()
  await page.getByText('To the machines’ income pool').waitFor()
  await page.reload()
  await page.getByText('None of your nodes counted in this pool.').waitFor()
  await comeBack(page, world, '/dividendPool?month=2020-01')
  await page.getByText('There is no statement for this month.').waitFor()
  await comeBack(page, world, '/dividendPool?month=never')
  await page.getByText('There is no statement for this month.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^Statements of/ }).click()
  await page.getByRole('dialog').getByText('My dividend').waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Past months').waitFor()
})

test('a level that is sold out says so, and one that is not there too', async () => {
  await page.route('**/api/node/detail*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { stock: number; sold: number; supply: number; quotes: unknown[] } }
    answer.data = { ...answer.data, stock: 0, sold: answer.data.supply, quotes: [] }
    await route.fulfill({ response, json: answer })
  })
  await comeBack(page, world, '/chainDetails?id=nodeKing')
  await page.getByText('Every node of this level is sold or reserved.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Not on sale at present' }).isDisabled()).toBe(true)
  await takePicture(page, 'nodes-11-sold-out')
  await page.unroute('**/api/node/detail*')
  await comeBack(page, world, '/chainDetails?id=nodeQueen')
  await page.getByText('This node was not found').waitFor()
})

const looks = languages.flatMap((language) => (['dark', 'light'] as const).map((theme) => [language, theme] as const))

test.each(looks)(
  'every screen of nodes is sound in %s, %s',
  async (language, theme) => {
    const { nodeNo } = await ownActive()
    const { months } = (await apiCall(page, '/api/node/dividendPool')) as { months: string[] }
    const opened = await openPhone(browser, { language, theme, kept: await keptBy(context) })
    await wallet.install(opened.context)
    await opened.page.addInitScript(recordShifts)
    const screens = {
      list: '/chain',
      one: `/chain?id=${nodeNo}`,
      level: '/chainDetails?id=nodeDiamond',
      unknown: '/chainDetails?id=nodeQueen',
      pool: '/dividendPool',
      statement: `/dividendPool?month=${months[0]}&level=diamond`,
      none: '/dividendPool?month=2020-01',
    }
    const flaws: Record<string, string[]> = {}
    for (const width of [390, 320]) {
      await opened.page.setViewportSize({ width, height: 844 })
      for (const [name, path] of Object.entries(screens)) {
        await opened.page.goto(`${world.url}/?look=${name}-${width}#${path}`)
        await settle(opened.page)
        const found = [...(await findFlaws(opened.page, language)), ...(width === 390 ? await axeFlaws(opened.page) : []), ...opened.faults.splice(0)]
        if (found.length > 0) flaws[`${name} at ${width}`] = found
        if (wantsPictures) await takePicture(opened.page, `node-${name}-${language}-${theme}-${width}`, !/^(one|statement|none)$/.test(name))
      }
    }
    expect(flaws).toEqual({})
    await opened.context.close()
  },
  300_000,
)

test('leaves no fault in the browser behind', () => {
  expect(faults).toEqual([])
})
