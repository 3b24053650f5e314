import { createPublicClient, erc20Abi, http, parseEventLogs, parseUnits, type Hex } from 'viem'
import type { Row } from '../kit/src/api/contract.ts'
import { openPhone, type Phone } from './browser.ts'
import { buyMachines } from './family.ts'
import { expect, test } from './fixtures.ts'
import { comeBack, day, hour } from './journey.ts'
import { at, flawsIn, looks, nameOf, sheetAt, visit, type State, type States } from './looks.ts'
import { Operator } from './operators.ts'
import { join, type Person } from './person.ts'
import { textOf } from './texts.ts'
import { toasted } from './toasts.ts'
import type { World } from './world.ts'

// One person's way through the product, in order. It begins an hour before the platform's midnight, so that six whole
// days of output follow before the session ends.
test.use({ story: 'payout', startsAt: '2026-11-20T15:00:00Z' })
test.describe.configure({ mode: 'serial' })

let world: World
let person: Person

test.beforeAll(async ({ browser, world: own }) => {
  world = own
  person = await join(world, (phone?: Phone) => openPhone(browser, world.url, phone))
  await person.fund('5000')
})

test.afterAll(() => person.context.close())

type Withdrawal = Row<'/api/userAccount/myWithDraw'>

async function withdrawals(params: { withdrawNo?: string; status?: Withdrawal['status'] } = {}): Promise<Withdrawal[]> {
  return (await person.call('/api/userAccount/myWithDraw', { size: 50, ...params })).list
}

async function recordOf(withdrawNo: string): Promise<Withdrawal> {
  const [record] = await withdrawals({ withdrawNo })
  return record!
}

async function available(currency: string): Promise<number> {
  return Number((await person.balance(currency)).available)
}

async function queueRow(operator: Operator, withdrawNo: string) {
  const { list } = await operator.call('withdrawals/list', { status: 'pending_review' })
  const row = list.find((one) => one.withdrawNo === withdrawNo)
  if (!row) throw new Error(`${withdrawNo} is not in the queue`)
  return row
}

async function tokenOf(currency: string): Promise<{ contract: Hex; decimals: number }> {
  const { networks } = await person.call('/api/open/app')
  const { contract, decimals } = networks[0]!.tokens.find((token) => token.currency === currency)!
  return { contract: contract as Hex, decimals }
}

const chain = () => createPublicClient({ transport: http(world.rpcUrl) })
const dialog = () => person.page.getByRole('dialog')
const button = (name: string) => person.page.getByRole('button', { name, exact: true })

/** What the wallet holds on the chain itself. */
async function onChain(currency: string): Promise<bigint> {
  const { contract } = await tokenOf(currency)
  return chain().readContract({ address: contract, abi: erc20Abi, functionName: 'balanceOf', args: [person.address as Hex] })
}

/** Fills in the form and stands before the signature. */
async function review(currency: string, quantity: string): Promise<void> {
  await person.page.goto(`/#/withdraw?currency=${currency}`)
  await person.page.getByLabel('Quantity', { exact: true }).fill(quantity)
  await button('Review the withdrawal').click()
}

/** Withdraws through the screens, with the wallet's signature, and gives the number from the address. */
async function withdraw(currency: string, quantity: string): Promise<string> {
  await review(currency, quantity)
  await button('Sign and withdraw').click()
  await person.page.waitForURL(/#\/withdrawRecord\?id=/)
  return new URL(person.page.url().replace('#/', '')).searchParams.get('id')!
}

/** Waits until the record says confirmed, and holds its hash against the chain. */
async function expectPaid(withdrawNo: string, currency: string, before: bigint): Promise<void> {
  await expect.poll(async () => (await recordOf(withdrawNo)).status, { timeout: 120_000 }).toBe('confirmed')
  const { arrival, txHash } = await recordOf(withdrawNo)
  const { contract, decimals } = await tokenOf(currency)
  const value = parseUnits(arrival, decimals)
  expect((await onChain(currency)) - before).toBe(value)
  const receipt = await chain().getTransactionReceipt({ hash: txHash as Hex })
  expect(receipt.status).toBe('success')
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs })
  expect(transfers.map(({ address, args }) => ({ contract: address.toLowerCase(), to: args.to.toLowerCase(), value: args.value }))).toEqual([
    { contract: contract.toLowerCase(), to: person.address.toLowerCase(), value },
  ])
}

test('earns ETLD with machines', async () => {
  for (const product of ['machineSmall', 'machineMedium']) await buyMachines(person, product)
  await world.advance(6 * day + 2 * hour)
  await comeBack(person.page, '/wallet')
  expect(await available('ETLD')).toBeGreaterThan(52)
})

test('sells some of it and swaps some of that', async () => {
  const { page } = person
  const before = await available('USDT')
  await page.goto('/#/trade')
  await page.getByLabel('Quantity to sell').fill('10')
  await page.getByRole('button', { name: 'Review the sale' }).click()
  await dialog()
    .getByRole('button', { name: /^Sell / })
    .click()
  await toasted(page, 'Sold successfully')
  expect(await available('USDT')).toBeGreaterThan(before)
  await page.goto('/#/swap?pay=USDT&receive=ETH')
  await page.getByLabel('You pay', { exact: true }).fill('100')
  const exchange = page.locator('main').getByRole('button', { name: 'Swap', exact: true }).last()
  await expect(exchange).toBeEnabled()
  await exchange.click()
  await dialog()
    .getByRole('button', { name: /^Swap \d/ })
    .click()
  await toasted(page, 'Redemption successful')
  expect(await available('ETH')).toBeGreaterThan(0.02)
})

for (const [currency, quantity] of [
  ['ETH', '0.02'],
  ['ETLD', '20'],
  ['USDT', '50.5'],
] as const) {
  test(`a small withdrawal of ${currency} is approved by itself and arrives in the wallet`, async () => {
    const [held, before] = [await onChain(currency), await available(currency)]
    const withdrawNo = await withdraw(currency, quantity)
    expect((await recordOf(withdrawNo)).status).not.toBe('pending_review')
    expect(await available(currency)).toBeCloseTo(before - Number(quantity), 8)
    await expectPaid(withdrawNo, currency, held)
    await dialog().getByText('Confirmed', { exact: true }).first().waitFor()
    await dialog().getByText('Nothing more to do. It is in your wallet.').waitFor()
    const { txHash } = await recordOf(withdrawNo)
    const short = `${txHash.slice(0, 6)}******${txHash.slice(-6)}`
    await dialog().getByText(short).first().waitFor()
  })
}

test('with an empty hot wallet it waits in the queue, says so, and is paid after the refill', async () => {
  await hotWallet('drain')
  const held = await onChain('ETLD')
  const withdrawNo = await withdraw('ETLD', '21')
  await expect.poll(async () => (await recordOf(withdrawNo)).nextStep.code).toBe('queued_refill')
  await dialog()
    .getByText(/Refill expected by/)
    .waitFor()
  expect(await onChain('ETLD')).toBe(held)
  await hotWallet('refill')
  // It is tried again after half a minute.
  await world.advance(31)
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
  await dialog()
    .getByText(/The goal is a decision by/)
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
  await dialog().getByText('Approved by a reviewer').waitFor()
})

test('one is cancelled by its owner, in full', async () => {
  const { page } = person
  const [held, before] = [await onChain('USDT'), await available('USDT')]
  const withdrawNo = await withdraw('USDT', '300')
  expect((await recordOf(withdrawNo)).status).toBe('pending_review')
  expect(await available('USDT')).not.toBe(before)
  await page.getByRole('button', { name: 'Cancel the withdrawal' }).click()
  await page.getByRole('button', { name: 'Cancel it now' }).click()
  await toasted(page, 'Cancellation successful')
  expect(await recordOf(withdrawNo)).toMatchObject({ status: 'cancelled', txHash: '' })
  expect(await available('USDT')).toBe(before)
  expect(await onChain('USDT')).toBe(held)
})

test('one is rejected with a reason, and comes back in full', async () => {
  const [held, before] = [await onChain('USDT'), await available('USDT')]
  const withdrawNo = await withdraw('USDT', '310')
  const checker = await Operator.signIn(world, 'finance_checker', 1)
  const { proposalId } = await checker.call('withdrawals/detail', { withdrawNo })
  await checker.call('withdrawals/reject', { withdrawNo, proposalId, code: 'origin_unclear', note: 'Please write to us' })
  await dialog().getByText('Review rejected').waitFor()
  await dialog().getByText('The origin of the funds has to be clarified first').waitFor()
  await dialog().getByText('Please write to us').waitFor()
  expect(await available('USDT')).toBe(before)
  expect(await onChain('USDT')).toBe(held)
})

test('notice and movement of it lead to its record', async () => {
  const { page } = person
  const [rejected] = await withdrawals({ status: 'review_rejected' })
  const record = new RegExp(`#/withdrawRecord\\?id=${rejected!.withdrawNo}$`)
  await page.goto('/#/mine?view=notices')
  await page.getByRole('main').getByRole('link').filter({ hasText: '310' }).first().click()
  await page.waitForURL(record)
  await page.goto('/#/balanceDetail?currency=USDT')
  await page
    .getByRole('button', { name: /Withdrawal refund/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Open the withdrawal' }).click()
  await page.waitForURL(record)
  await dialog().getByText('Review rejected').waitFor()
})

test('a withdrawal whose answer and page are lost is made once', async () => {
  const { page } = person
  const ids: (string | null)[] = []
  await page.route('**/api/userAccount/withdraw?*', async (route) => {
    ids.push(new URL(route.request().url()).searchParams.get('requestId'))
    const response = await route.fetch()
    if (ids.length === 1) await route.abort('connectionreset')
    else await route.fulfill({ response })
  })
  await review('USDT', '305')
  await button('Sign and withdraw').click()
  await page.getByText('Checking again never submits a second one').waitFor()
  await page.reload()
  await page.getByText('It went through.').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(new Set(ids).size).toBe(1)
  expect((await withdrawals({ status: 'pending_review' })).map(({ quantity }) => quantity)).toEqual(['305'])
})

test('a stop by an operator refuses what was about to be signed off, and the form says why until it runs again', async () => {
  const { page, wallet } = person
  await review('USDT', '17')
  const signs = wallet.hold('personal_sign')
  await button('Sign and withdraw').click()
  const [risk, checker] = [await Operator.signIn(world, 'risk'), await Operator.signIn(world, 'finance_checker')]
  await risk.propose('emergency/change', { part: 'withdrawals', stop: true })
  signs()
  await toasted(page, 'Withdrawals on this network are paused: the operator has stopped withdrawals for now')
  await page.getByText('Paused: the operator has stopped withdrawals for now', { exact: true }).waitFor()
  await expect(button('Not available right now')).toBeDisabled()
  await checker.approve(await risk.propose('emergency/change', { part: 'withdrawals', stop: false }))
  await page.reload()
  await button('Review the withdrawal').waitFor()
  // The board of what stands still is read anew within a moment.
  await expect.poll(async () => (await person.call('/api/open/app')).alert).toBeNull()
  expect((await withdrawals()).map(({ quantity }) => quantity)).not.toContain('17')
})

test('leaves no fault in the browser behind', () => {
  expect(person.faults.filter((fault) => !/ERR_CONNECTION_RESET|TransportError/.test(fault))).toEqual([])
})

/** The form with an amount; the confirmation is read from the same form. */
const filled = (currency: string, amount: string, isReviewed = false): State => ({
  show: async (page, language) => {
    await visit(page, `/withdraw?currency=${currency}`)
    await page.locator('main input[inputmode=decimal]').fill(amount)
    await page.locator('main output .fig').first().waitFor()
    if (!isReviewed) return
    await page.getByRole('button', { name: textOf(language, 'withdrawal', 'step.ready'), exact: true }).click()
    await page.getByRole('dialog').waitFor()
  },
  isSheet: isReviewed,
})

for (const look of looks) {
  test(`the form and a record of each kind are sound: ${nameOf(look)}`, async () => {
    const numbers = new Map((await withdrawals()).map(({ status, withdrawNo }) => [status, withdrawNo]))
    expect([...numbers.keys()].sort()).toEqual(['cancelled', 'confirmed', 'pending_review', 'review_rejected'])
    const states: States = {
      withdraw: at('/withdraw'),
      withdrawFilled: filled('ETH', '0.006'),
      withdrawConfirm: filled('USDT', '123.45', true),
      withdrawRecords: at('/withdrawRecord'),
      withdrawRecordsNone: at('/withdrawRecord?status=approved'),
    }
    for (const [status, withdrawNo] of numbers) states[`withdraw-${status}`] = sheetAt(`/withdrawRecord?id=${withdrawNo}`)
    expect(await flawsIn(look, states, (phone) => person.on(phone))).toEqual({})
  })
}
