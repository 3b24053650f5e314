import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createPublicClient, erc20Abi, http, parseEventLogs, parseUnits, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, languages, openBrowser, openPhone, takePicture, type KeptState } from './browser.ts'
import { axeFlaws, findFlaws, recordShifts, settle } from './inspect.ts'
import { apiCall, balance, comeBack, day, fillWallet, hour, secondsUntil, signIn, topUp } from './journey.ts'
import { Operator } from './operators.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let context: BrowserContext
let page: Page
let faults: string[]
let address: Hex
let kept: KeptState

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ;({ context, page, faults } = await openPhone(browser))
})

afterAll(async () => {
  await browser?.close()
  // Also replays the journal and checks every invariant, payouts and withdrawals among them.
  await world?.stop()
})

interface Record {
  withdrawNo: string
  status: string
  payoutState: string
  quantity: string
  arrival: string
  txHash: Hex | ''
  reason: { code: string; text: string; note: string } | null
  nextStep: { code: string; text: string }
}

interface QueueRow {
  withdrawNo: string
  proposalId: string
  approvalsNeeded: number
  approvals: unknown[]
}

async function recordOf(withdrawNo: string): Promise<Record> {
  const { list } = (await apiCall(page, '/api/userAccount/myWithDraw', { withdrawNo })) as { list: Record[] }
  return list[0]!
}

async function queueRow(operator: Operator, withdrawNo: string): Promise<QueueRow> {
  const { list } = (await operator.call('withdrawals/list', { status: 'pending_review' })) as { list: QueueRow[] }
  const row = list.find((one) => one.withdrawNo === withdrawNo)
  if (!row) throw new Error(`${withdrawNo} is not in the queue`)
  return row
}

async function tokenOf(currency: string): Promise<{ contract: Hex; decimals: number }> {
  const app = (await apiCall(page, '/api/open/app')) as { networks: { tokens: { currency: string; contract: Hex; decimals: number }[] }[] }
  return app.networks[0]!.tokens.find((token) => token.currency === currency)!
}

const chain = () => createPublicClient({ transport: http(world.rpcUrl) })

/** What the wallet holds on the chain itself. */
async function onChain(currency: string): Promise<bigint> {
  const { contract } = await tokenOf(currency)
  return chain().readContract({ address: contract, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
}

async function units(currency: string, amount: string): Promise<bigint> {
  return parseUnits(amount, (await tokenOf(currency)).decimals)
}

/** Withdraws through the screens, with the demo wallet's signature, and gives the number from the address. */
async function withdraw(currency: string, quantity: string): Promise<string> {
  await page.goto(`${world.url}/#/withdraw?currency=${currency}`)
  await page.getByLabel('Quantity', { exact: true }).fill(quantity)
  await page.getByRole('button', { name: 'Review the withdrawal' }).click()
  await page.getByRole('button', { name: 'Sign and withdraw' }).click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.waitForURL(/#\/withdrawRecord\?id=/)
  return new URL(page.url().replace('#/', '')).searchParams.get('id')!
}

/** Waits until the record says confirmed, and holds its hash against the chain. */
async function expectPaid(withdrawNo: string, currency: string, before: bigint): Promise<void> {
  await expect.poll(async () => (await recordOf(withdrawNo)).status, { timeout: 120_000, interval: 1_000 }).toBe('confirmed')
  const { arrival, txHash } = await recordOf(withdrawNo)
  expect((await onChain(currency)) - before).toBe(await units(currency, arrival))
  const receipt = await chain().getTransactionReceipt({ hash: txHash as Hex })
  expect(receipt.status).toBe('success')
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs })
  expect(transfers.map(({ address: contract, args }) => ({ contract: contract.toLowerCase(), to: args.to.toLowerCase(), value: args.value }))).toEqual([
    { contract: (await tokenOf(currency)).contract.toLowerCase(), to: address.toLowerCase(), value: await units(currency, arrival) },
  ])
}

// The tests below are one person's way through the product, in order.

test('earns ETLD with machines', async () => {
  // An hour before the platform's midnight, so that six whole days of output follow before the session ends.
  await world.advance(secondsUntil(23))
  await signIn(page, world)
  await fillWallet(page)
  await topUp(page, world, '5000')
  address = await page.evaluate(() => (JSON.parse(localStorage.getItem('etld.session')!) as { address: Hex }).address)
  for (const product of ['machineSmall', 'machineMedium']) {
    await page.goto(`${world.url}/#/goods?id=${product}`)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Review the order' }).click()
    await page.getByRole('button', { name: /^Pay .* from balance$/ }).click()
    await page.waitForURL(/#\/myMiner/)
  }
  await world.advance(6 * day + 2 * hour)
  await comeBack(page, world, '/wallet')
  expect(Number((await balance(page, 'ETLD')).available)).toBeGreaterThan(52)
})

test('sells some of it and swaps some of that', async () => {
  const before = Number((await balance(page, 'USDT')).available)
  await page.goto(`${world.url}/#/trade`)
  await page.getByLabel('Quantity to sell').fill('10')
  await page.getByRole('button', { name: 'Review the sale' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Sell / })
    .click()
  await page.getByText('Sold successfully').first().waitFor()
  expect(Number((await balance(page, 'USDT')).available)).toBeGreaterThan(before)
  await page.goto(`${world.url}/#/swap?pay=USDT&receive=ETH`)
  await page.getByLabel('You pay', { exact: true }).fill('100')
  const exchange = page.locator('main').getByRole('button', { name: 'Exchange', exact: true }).last()
  await expect.poll(() => exchange.isEnabled()).toBe(true)
  await exchange.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Exchange \d/ })
    .click()
  await page.getByText('Redemption successful').first().waitFor()
  expect(Number((await balance(page, 'ETH')).available)).toBeGreaterThan(0.02)
})

test.each([
  ['ETH', '0.02'],
  ['ETLD', '20'],
  ['USDT', '50.5'],
])('a small withdrawal of %s is approved by itself and arrives in the wallet', async (currency, quantity) => {
  const [held, before] = [await onChain(currency), Number((await balance(page, currency)).available)]
  const withdrawNo = await withdraw(currency, quantity)
  expect((await recordOf(withdrawNo)).status).not.toBe('pending_review')
  expect(Number((await balance(page, currency)).available)).toBeCloseTo(before - Number(quantity), 8)
  await expectPaid(withdrawNo, currency, held)
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Confirmed', { exact: true }).first().waitFor()
  await sheet.getByText('Nothing more to do. It is in your wallet.').waitFor()
  const { txHash } = await recordOf(withdrawNo)
  await sheet
    .getByText(`${txHash.slice(0, 6)}******${txHash.slice(-6)}`)
    .first()
    .waitFor()
  await takePicture(page, `payout-${currency}`, false)
})

test('with an empty hot wallet it waits in the queue, says so, and is paid after the refill', async () => {
  await hotWallet('drain')
  const held = await onChain('ETLD')
  const withdrawNo = await withdraw('ETLD', '21')
  await expect.poll(async () => (await recordOf(withdrawNo)).nextStep.code, { timeout: 30_000 }).toBe('queued_refill')
  await page
    .getByRole('dialog')
    .getByText(/Refill expected by/)
    .waitFor({ timeout: 15_000 })
  await takePicture(page, 'payout-queued', false)
  expect(await onChain('ETLD')).toBe(held)
  await hotWallet('refill')
  await expectPaid(withdrawNo, 'ETLD', held)
})

async function hotWallet(action: 'drain' | 'refill'): Promise<void> {
  const answer = await fetch(`${world.operatorUrl}/demo/hot-wallet?action=${action}&currency=ETLD`, { method: 'POST' })
  if (!answer.ok) throw new Error(`hot wallet: ${await answer.text()}`)
}

test('a large one takes two persons, and the same one twice is refused', async () => {
  const held = await onChain('USDT')
  const withdrawNo = await withdraw('USDT', '1200')
  expect(await recordOf(withdrawNo)).toMatchObject({ status: 'pending_review', nextStep: { code: 'review' } })
  await page
    .getByRole('dialog')
    .getByText(/A reviewer decides by/)
    .waitFor()
  const [first, second] = [await Operator.signIn(world, 'finance_checker', 1), await Operator.signIn(world, 'finance_checker', 2)]
  const { proposalId, approvalsNeeded } = await queueRow(first, withdrawNo)
  expect(approvalsNeeded).toBe(2)
  await first.approve(proposalId)
  await expect(first.approve(proposalId)).rejects.toThrow()
  expect((await recordOf(withdrawNo)).status).toBe('pending_review')
  expect((await queueRow(first, withdrawNo)).approvals).toHaveLength(1)
  await second.approve(proposalId)
  expect((await recordOf(withdrawNo)).status).toBe('approved')
  await expectPaid(withdrawNo, 'USDT', held)
  await page.getByRole('dialog').getByText('Approved by a reviewer').waitFor()
})

test('one is cancelled by its owner, in full', async () => {
  const [held, before] = [await onChain('USDT'), (await balance(page, 'USDT')).available]
  const withdrawNo = await withdraw('USDT', '300')
  expect((await recordOf(withdrawNo)).status).toBe('pending_review')
  expect((await balance(page, 'USDT')).available).not.toBe(before)
  await page.getByRole('button', { name: 'Cancel the withdrawal' }).click()
  await page.getByRole('button', { name: 'Cancel it now' }).click()
  await page.getByText('Cancellation successful').first().waitFor()
  expect(await recordOf(withdrawNo)).toMatchObject({ status: 'cancelled', txHash: '' })
  expect((await balance(page, 'USDT')).available).toBe(before)
  expect(await onChain('USDT')).toBe(held)
})

test('one is rejected with a reason, and comes back in full', async () => {
  const [held, before] = [await onChain('USDT'), (await balance(page, 'USDT')).available]
  const withdrawNo = await withdraw('USDT', '310')
  const checker = await Operator.signIn(world, 'finance_checker', 1)
  await checker.call('withdrawals/reject', { withdrawNo, code: 'origin_unclear', note: 'Please write to us' })
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Review rejected').waitFor({ timeout: 15_000 })
  await sheet.getByText('The origin of the funds has to be clarified first').waitFor()
  await sheet.getByText('Please write to us').waitFor()
  expect((await balance(page, 'USDT')).available).toBe(before)
  expect(await onChain('USDT')).toBe(held)
})

test('notice and movement of it lead to its record', async () => {
  const { list } = (await apiCall(page, '/api/userAccount/myWithDraw', { status: 'review_rejected' })) as { list: Record[] }
  const record = new RegExp(`#/withdrawRecord\\?id=${list[0]!.withdrawNo}$`)
  await page.goto(`${world.url}/#/mine?view=notices`)
  await page.getByRole('main').getByRole('link').filter({ hasText: '310' }).first().click()
  await page.waitForURL(record)
  await page.goto(`${world.url}/#/balanceDetail?currency=USDT`)
  await page
    .getByRole('button', { name: /Withdrawal refund/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Open the withdrawal' }).click()
  await page.waitForURL(record)
  await page.getByRole('dialog').getByText('Review rejected').waitFor()
})

test('a withdrawal whose answer and page are lost is made once', async () => {
  await page.goto(`${world.url}/#/withdraw?currency=USDT`)
  await page.getByLabel('Quantity', { exact: true }).fill('305')
  const ids: (string | null)[] = []
  await context.route('**/api/userAccount/withdraw?*', async (route) => {
    ids.push(new URL(route.request().url()).searchParams.get('requestId'))
    const answer = await route.fetch()
    if (ids.length === 1) await route.abort('connectionreset')
    else await route.fulfill({ response: answer })
  })
  await page.getByRole('button', { name: 'Review the withdrawal' }).click()
  await page.getByRole('button', { name: 'Sign and withdraw' }).click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByText('Checking again never submits a second one').waitFor()
  await page.reload()
  await page.getByText('It was done.').waitFor()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  expect(new Set(ids).size).toBe(1)
  const { list } = (await apiCall(page, '/api/userAccount/myWithDraw', { status: 'pending_review' })) as { list: Record[] }
  expect(list.map(({ quantity }) => quantity)).toEqual(['305'])
  kept = await keptBy(context)
})

test('a stop by an operator refuses what was about to be signed off, and the form says why until it runs again', async () => {
  await page.goto(`${world.url}/#/withdraw?currency=USDT`)
  await page.getByLabel('Quantity', { exact: true }).fill('17')
  await page.getByRole('button', { name: 'Review the withdrawal' }).click()
  await page.getByRole('button', { name: 'Sign and withdraw' }).click()
  await page.getByRole('button', { name: 'Sign', exact: true }).waitFor()
  const [risk, checker] = [await Operator.signIn(world, 'risk'), await Operator.signIn(world, 'finance_checker')]
  await risk.propose('emergency/change', { part: 'withdrawals', stop: true })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByText('Withdrawals on this network are paused: the operator has stopped withdrawals for now', { exact: true }).first().waitFor()
  await page.getByText('Paused: the operator has stopped withdrawals for now', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Not available at present' }).isEnabled()).toBe(false)
  await checker.approve(await risk.propose('emergency/change', { part: 'withdrawals', stop: false }))
  await page.reload()
  await page.getByRole('button', { name: 'Enter the amount' }).waitFor()
  // The board of what stands still is read anew within a moment.
  await expect.poll(async () => ((await apiCall(page, '/api/open/app')) as { alert: unknown }).alert, { timeout: 20_000 }).toBeNull()
  const { list } = (await apiCall(page, '/api/userAccount/myWithDraw')) as { list: Record[] }
  expect(list.map(({ quantity }) => quantity)).not.toContain('17')
})

test('leaves no fault in the browser behind', () => {
  const others = faults.filter((fault) => !/ERR_CONNECTION_RESET|TransportError/.test(fault))
  expect(others).toEqual([])
})

const wantsPictures = process.env['ETLD_PICTURES'] === '1'
const looks = languages.flatMap((language) => (['dark', 'light'] as const).map((theme) => [language, theme] as const))

test.each(looks)('the form and the records are sound in %s, %s', async (language, theme) => {
  const { page: phone, context: own, faults: found } = await openPhone(browser, { language, theme, kept })
  await phone.addInitScript(recordShifts)
  const { list } = (await apiCall(page, '/api/userAccount/myWithDraw', { size: '50' })) as { list: Record[] }
  const numbers = [...new Map(list.map((one) => [one.status, one.withdrawNo])).entries()]
  const flaws: { [path: string]: string[] } = {}
  const visit = async (path: string, name: string, prepare?: () => Promise<void>) => {
    await phone.goto(`${world.url}/?look=${name}#${path}`)
    await settle(phone)
    await prepare?.()
    await settle(phone)
    const flawed = [...(await findFlaws(phone, language)), ...(await axeFlaws(phone)), ...found.splice(0)]
    if (flawed.length > 0) flaws[name] = flawed
    if (wantsPictures) await takePicture(phone, `${language}-${theme}-${name}`, !path.includes('id=') && name !== 'withdraw-confirm')
  }
  const fill = async (amount: string) => {
    await phone.locator('main input[inputmode=decimal]').fill(amount)
    await phone.waitForFunction(() => document.querySelector('main output .fig') !== null)
  }
  await visit('/withdraw', 'withdraw')
  await visit('/withdraw?currency=ETH', 'withdraw-filled', () => fill('0.006'))
  await visit('/withdraw?currency=USDT', 'withdraw-confirm', async () => {
    await fill('123.45')
    await phone.locator('main > div > div button[type=button]').last().click()
    await phone.getByRole('dialog').waitFor()
  })
  await visit('/withdrawRecord', 'withdraw-records')
  await visit('/withdrawRecord?status=approved', 'withdraw-records-none')
  for (const [status, withdrawNo] of numbers) await visit(`/withdrawRecord?id=${withdrawNo}`, `withdraw-${status}`, () => phone.getByRole('dialog').waitFor())
  expect(flaws).toEqual({})
  expect(numbers.map(([status]) => status).sort()).toEqual(['cancelled', 'confirmed', 'pending_review', 'review_rejected'])
  await own.close()
})

test.each(languages)('they hold at 320 px with text twice as large, in %s', async (language) => {
  const { page: phone, context: own, faults: found } = await openPhone(browser, { language, theme: language === 'en' ? 'light' : 'dark', width: 320, kept })
  await phone.addInitScript(recordShifts)
  await phone.addInitScript(() => {
    // The document is still empty here; its root comes with the parser.
    new MutationObserver(() => (document.documentElement.style.fontSize = '200%')).observe(document, { childList: true })
  })
  const { list } = (await apiCall(page, '/api/userAccount/myWithDraw', { size: '50' })) as { list: Record[] }
  // The first visit of all fetches the fonts; it is judged with the front page.
  await phone.goto(`${world.url}/#/`)
  await settle(phone)
  const flaws: { [path: string]: string[] } = {}
  for (const path of ['/withdraw', '/withdrawRecord', `/withdrawRecord?id=${list.at(-1)!.withdrawNo}`]) {
    await phone.goto(`${world.url}/?look=320${path.length}#${path}`)
    await settle(phone)
    const flawed = [...(await findFlaws(phone, language)), ...found.splice(0)]
    if (flawed.length > 0) flaws[path] = flawed
    if (wantsPictures) await takePicture(phone, `${language}-320-${path.slice(1).replace(/[?=].*/, '-one')}`, !path.includes('id='))
  }
  expect(flaws).toEqual({})
  await own.close()
})
