import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyMessage } from 'viem'
import { openBrowser, openPhone } from './browser.ts'
import { signInWith, TestWallet } from './testWallet.ts'
import { recordToasts, toastsOf } from './toasts.ts'
import { recordOf, WithdrawMock } from './withdrawMock.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let context: BrowserContext
let page: Page
let wallet: TestWallet
let mock: WithdrawMock

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ;({ context, page } = await openPhone(browser))
  wallet = new TestWallet(world)
  await recordToasts(context)
  await wallet.install(context)
  await signInWith(page, world)
})

beforeEach(async () => {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  wallet.refusals.clear()
  mock = new WithdrawMock(wallet.account.address)
  await mock.install(context)
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

let visits = 0

/** Opens a path as a cold start. */
async function open(path: string): Promise<void> {
  await page.goto(`${world.url}/?visit=${visits++}#${path}`)
  // A sheet that opens with the page hides the page from roles.
  await page.locator('h1').waitFor()
}

const quantity = () => page.getByLabel('Quantity', { exact: true })
const arrival = () => page.getByRole('region', { name: 'Actual arrival amount' }).locator('output')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function review(amount: string): Promise<void> {
  await open('/withdraw')
  await quantity().fill(amount)
  await button('Review the withdrawal').click()
  await button('Sign and withdraw').waitFor()
}

test('without an amount the prompt is the one of the rules', async () => {
  await open('/withdraw')
  await button('Enter the amount').click()
  await page.getByText('Please enter the withdrawal amount', { exact: true }).waitFor()
  expect(mock.submissions).toHaveLength(0)
})

test.each([
  ['2480.51', 'Insufficient USDT balance', null],
  ['9.99', 'Below the minimum', 'Minimum withdrawal is 10 USDT'],
])('an amount of %s is stopped: %s', async (amount, step, problem) => {
  await open('/withdraw')
  await quantity().fill(amount)
  await button(step).waitFor()
  expect(await button(step).isEnabled()).toBe(false)
  if (problem) await page.getByText(problem, { exact: true }).waitFor()
})

test('both decimal marks mean the same, and what arrives is the figure of the server', async () => {
  await open('/withdraw')
  for (const typed of ['100,25', '100.25']) {
    await quantity().fill('')
    await quantity().fill(typed)
    await expect.poll(() => arrival().textContent()).toContain('99.25')
    expect(await button('Review the withdrawal').isEnabled()).toBe(true)
  }
})

test('the largest amount is one press away', async () => {
  await open('/withdraw?currency=ETLD')
  await button('Max').click()
  expect(await quantity().inputValue()).toBe('1205.40000001')
  await expect.poll(() => arrival().textContent()).toContain('1,203.40000001')
})

test('a network that is off cannot be chosen and says why', async () => {
  await open('/withdraw?currency=USDT&network=ERC-20')
  const networks = page.getByRole('group', { name: 'Network' })
  expect(await networks.getByRole('radio', { name: /ERC-20/ }).isDisabled()).toBe(true)
  expect(await networks.getByRole('radio', { name: /BEP-20/ }).isChecked()).toBe(true)
  await networks.getByText('This chain is not connected yet.').waitFor()
})

test('the wallet signs what the sheet shows, and that is what is submitted', async () => {
  await review('250')
  const shown = await page.getByRole('dialog').locator('pre').textContent()
  expect(shown).toMatch(
    new RegExp(
      `^Withdraw from my account at mock\\.example\\. Withdraw 250 USDT on BEP-20, fee 1, arrival 249, to ${wallet.account.address}\\. Request [A-Za-z0-9_-]{32}\\. Time: \\d{13}$`,
    ),
  )
  await button('Sign and withdraw').click()
  await page.getByText('Submission successful').first().waitFor()
  const [sent] = mock.submissions
  expect(mock.submissions).toHaveLength(1)
  expect(Object.fromEntries(sent!)).toMatchObject({ currency: 'USDT', network: 'BEP-20', quantity: '250', message: shown })
  expect(shown).toContain(`Request ${sent!.get('requestId')}.`)
  const signature = sent!.get('signature') as `0x${string}`
  expect(await verifyMessage({ address: wallet.account.address, message: shown!, signature })).toBe(true)
  // On to the record of it.
  await page.waitForURL(/#\/withdrawRecord\?id=mock10000$/)
  await page.getByRole('dialog').getByText('A reviewer decides within 24 hours.').waitFor()
  expect(await toastsOf(page)).toEqual(['Submission successful'])
})

test('a refused signature says so and submits nothing', async () => {
  await review('250')
  wallet.refusals.set('personal_sign', () => ({ code: 4001, message: 'User rejected the request' }))
  await button('Sign and withdraw').click()
  await page.getByText('Signature failed', { exact: true }).first().waitFor()
  await expect.poll(() => button('Sign and withdraw').isEnabled()).toBe(true)
  expect(mock.submissions).toHaveLength(0)
  expect(await toastsOf(page)).toEqual(['Signature failed'])
  // The same sheet can be signed after all.
  wallet.refusals.clear()
  await button('Sign and withdraw').click()
  await page.getByText('Submission successful').first().waitFor()
  expect(mock.records).toHaveLength(1)
})

test.each([
  [1004, 'Please enter the withdrawal amount'],
  [1201, 'Insufficient USDT balance'],
  [1202, 'Insufficient ETLD balance'],
  [1301, 'Minimum withdrawal is 20 USDT'],
  [1302, 'Maximum withdrawal is 200 USDT'],
  [1303, 'This exceeds your daily limit; 100 USDT left'],
  [1304, 'This network is not available for USDT'],
  [1305, 'Withdrawals on this network are paused: the chain does not finalise'],
  [1306, 'Withdrawal failed'],
])('refusal %i is said once, in the words of the server, and the form is looked at anew', async (code, message) => {
  await review('250')
  mock.refusal = { code, message }
  await button('Sign and withdraw').click()
  await page.getByText(message, { exact: true }).first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await quantity().inputValue()).toBe('250')
  expect(await toastsOf(page)).toEqual([message])
  expect(mock.records).toHaveLength(0)
})

test.each([
  [1101, 'Signature failed'],
  [1102, 'The signed message has expired, please sign again'],
  [1103, 'This signature was already used'],
])('after refusal %i a new statement can be signed at once', async (code, message) => {
  await review('250')
  mock.refusal = { code, message }
  await button('Sign and withdraw').click()
  await page.getByText('Nothing was withdrawn. You can sign a new statement.').waitFor()
  await button('Sign and withdraw').click()
  await page.getByText('Submission successful').first().waitFor()
  const [first, second] = mock.submissions
  expect(first!.get('requestId')).not.toBe(second!.get('requestId'))
  expect(first!.get('message')).not.toBe(second!.get('message'))
  expect(mock.records).toHaveLength(1)
})

test('a lost answer is asked for again and withdraws once', async () => {
  await review('250')
  mock.lostAnswers = 1
  const signatures = wallet.count('personal_sign')
  await button('Sign and withdraw').click()
  await page.getByText('Checking again never submits a second one').waitFor()
  expect(await toastsOf(page)).toEqual([])
  await button('Check again').click()
  await page.getByText('Submission successful').first().waitFor()
  expect(mock.submissions.map((one) => one.toString())).toEqual([mock.submissions[0]!.toString(), mock.submissions[0]!.toString()])
  expect(wallet.count('personal_sign')).toBe(signatures + 1)
  expect(mock.records).toHaveLength(1)
})

test('a lost answer and a reload repeat the same request, and the app tells what came of it', async () => {
  await review('250')
  mock.lostAnswers = 1
  const signatures = wallet.count('personal_sign')
  await button('Sign and withdraw').click()
  await page.getByText('Checking again never submits a second one').waitFor()
  await open('/withdraw')
  await page.getByText('It was done.').waitFor()
  expect(mock.submissions).toHaveLength(2)
  expect(mock.submissions[1]!.toString()).toBe(mock.submissions[0]!.toString())
  expect(wallet.count('personal_sign')).toBe(signatures + 1)
  expect(mock.records).toHaveLength(1)
})

test('nothing new can be submitted before an earlier withdrawal has its answer', async () => {
  await review('250')
  mock.lostAnswers = 1_000
  await button('Sign and withdraw').click()
  await page.getByText('Checking again never submits a second one').waitFor()
  await open('/withdraw')
  await quantity().fill('300')
  expect(await button('Waiting for your previous order').isEnabled()).toBe(false)
  mock.lostAnswers = 0
  await page.getByText('It was done.').waitFor()
  await expect.poll(() => button('Review the withdrawal').isEnabled()).toBe(true)
  expect(new Set(mock.submissions.map((one) => one.get('requestId'))).size).toBe(1)
  expect(mock.records).toHaveLength(1)
})

test('the records are read page by page and by status', async () => {
  const statuses = ['pending_review', 'approved', 'confirmed', 'review_rejected', 'cancelled'] as const
  mock.records = Array.from({ length: 45 }, (_, n) =>
    recordOf({ withdrawNo: `mock${n}0000`, status: statuses[n % 5]!, cancellable: n % 5 === 0, quantity: `${100 + n}`, arrival: `${99 + n}` }),
  )
  await open('/withdrawRecord')
  const cards = page.getByRole('main').getByRole('listitem')
  await cards.first().waitFor()
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 4_000)
        return cards.count()
      },
      { timeout: 20_000 },
    )
    .toBe(45)
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('radio', { name: 'Confirmed' }).check()
  await expect.poll(() => cards.count()).toBe(9)
  expect(page.url()).toContain('status=confirmed')
  expect(await cards.filter({ hasText: 'Confirmed' }).count()).toBe(9)
})

test('one without records sees where they begin, and an unknown number is said to be none', async () => {
  await open('/withdrawRecord')
  await page.getByText('No withdrawals yet').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Withdraw' }).click()
  await page.waitForURL(/#\/withdraw$/)
  await open('/withdrawRecord?id=nowhere123')
  await page.getByText('There is no such withdrawal.').waitFor()
  expect(await toastsOf(page)).toEqual([])
})

test('one that is late, queued or rejected says why', async () => {
  const hash = `0x${'ab12'.repeat(16)}`
  mock.records = [
    recordOf({
      withdrawNo: 'late000001',
      overdue: true,
      nextStep: { code: 'review_overdue', text: 'The review takes longer than 24 hours; it was passed on.', at: null },
    }),
    recordOf({
      withdrawNo: 'queued0001',
      status: 'approved',
      payoutState: 'queued',
      cancellable: false,
      nextStep: { code: 'queued_refill', text: 'Queued, refill expected by 2026/11/21 12:00 UTC+8.', at: null },
    }),
    recordOf({
      withdrawNo: 'rejected01',
      status: 'review_rejected',
      cancellable: false,
      reason: { code: 'other', text: 'The account is being checked.', note: 'Please write to us' },
      nextStep: { code: 'refunded_rejected', text: 'Everything is back in your balance.', at: null },
    }),
    recordOf({
      withdrawNo: 'sent000001',
      status: 'approved',
      payoutState: 'mined',
      cancellable: false,
      txHash: hash,
      explorer: `https://explorer.example/tx/${hash}`,
    }),
  ]
  await open('/withdrawRecord')
  await page.getByText('The review takes longer than 24 hours; it was passed on.').waitFor()
  await page.getByText('Queued, refill expected by 2026/11/21 12:00 UTC+8.').waitFor()
  await open('/withdrawRecord?id=rejected01')
  const sheet = page.getByRole('dialog')
  await sheet.getByText('The account is being checked.').waitFor()
  await sheet.getByText('Please write to us').waitFor()
  expect(await sheet.getByRole('button', { name: 'Cancel the withdrawal' }).count()).toBe(0)
  await open('/withdrawRecord?id=sent000001')
  expect(await sheet.getByRole('link', { name: 'Open in the explorer' }).getAttribute('href')).toBe(`https://explorer.example/tx/${hash}`)
})

test('what changes meanwhile appears by itself', async () => {
  mock.records = [recordOf({ withdrawNo: 'watched001' })]
  await open('/withdrawRecord?id=watched001')
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Pending review').waitFor()
  Object.assign(mock.records[0]!, { status: 'confirmed', cancellable: false, nextStep: { code: 'done', text: 'Paid.', at: null } })
  // Nothing of the record's mock is told by the server's events: it is asked for every half a minute.
  await sheet.getByText('Confirmed', { exact: true }).waitFor({ timeout: 45_000 })
})

test('a pending one is cancelled after a warning', async () => {
  mock.records = [recordOf({ withdrawNo: 'pending001' })]
  await open('/withdrawRecord?id=pending001')
  await button('Cancel the withdrawal').click()
  await page.getByText('The whole 250.00 USDT goes back to your balance, fee included.').waitFor()
  await page.getByText('For 24 hours after it, game points cannot be bought.').waitFor()
  await button('Keep it').click()
  expect(mock.cancellations).toHaveLength(0)
  await button('Cancel the withdrawal').click()
  await button('Cancel it now').click()
  await page.getByText('Cancellation successful').first().waitFor()
  await page.getByRole('dialog').getByText('Returned to your balance').waitFor()
  expect(mock.cancellations.map((one) => one.get('withdrawNo'))).toEqual(['pending001'])
  expect(await button('Cancel the withdrawal').count()).toBe(0)
  expect(await toastsOf(page)).toEqual(['Cancellation successful'])
})

test('one that was approved meanwhile can no longer be cancelled, and says where it stands', async () => {
  mock.records = [recordOf({ withdrawNo: 'pending002' })]
  await open('/withdrawRecord?id=pending002')
  await button('Cancel the withdrawal').click()
  mock.refusal = { code: 1307, message: 'This withdrawal can no longer be cancelled' }
  Object.assign(mock.records[0]!, { status: 'approved', cancellable: false, nextStep: { code: 'queued', text: 'The payment is queued.', at: null } })
  await button('Cancel it now').click()
  await page.getByText('This withdrawal can no longer be cancelled', { exact: true }).first().waitFor()
  await page.getByRole('dialog').getByText('The payment is queued.').waitFor()
  expect(await button('Cancel the withdrawal').count()).toBe(0)
})

test('a cancellation whose answer is lost shows in the record, and is asked for again under the same request', async () => {
  mock.records = [recordOf({ withdrawNo: 'pending003' })]
  await open('/withdrawRecord?id=pending003')
  await button('Cancel the withdrawal').click()
  mock.lostAnswers = 1
  await button('Cancel it now').click()
  await page.getByRole('dialog').getByText('Returned to your balance').waitFor()
  await page.getByText('It was done.').waitFor()
  expect(mock.cancellations).toHaveLength(2)
  expect(mock.cancellations[1]!.toString()).toBe(mock.cancellations[0]!.toString())
})

test('a cancellation that never arrived can be pressed again', async () => {
  mock.records = [recordOf({ withdrawNo: 'pending004' })]
  await open('/withdrawRecord?id=pending004')
  await button('Cancel the withdrawal').click()
  await context.route('**/api/userAccount/cancelWithdraw?*', (route) => route.abort('connectionreset'), { times: 1 })
  await button('Cancel it now').click()
  await page.getByText('Checking again is safe').waitFor()
  await button('Cancel it now').click()
  await page.getByText('Cancellation successful').first().waitFor()
  expect(mock.cancellations).toHaveLength(1)
})
