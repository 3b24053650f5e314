import { buyMachines } from './family.ts'
import { expect, test, type Page } from './fixtures.ts'
import { comeBack, day } from './journey.ts'
import { Operator } from './operators.ts'
import type { Person } from './person.ts'
import { toasted } from './toasts.ts'
import type { World } from './world.ts'

test.use({ story: 'payments' })
test.describe.configure({ mode: 'serial' })

/** A transfer counts once the chain has made its block final. */
const finality = { timeout: 90_000 }

const payFromWallet = (page: Page) => page.getByRole('button', { name: 'Pay 105.00 USDT with wallet' })
const confirmed = (page: Page) => page.getByText('Payment confirmed').first()
const available = async ({ balance }: Person) => Number((await balance('USDT')).available)

async function newestMachine({ call }: Person) {
  const [newest] = (await call('/api/miner/findMyList')).list
  return newest!
}

/** Orders a small machine to be paid from the wallet, 105 USDT, and stands before its payment. */
async function order({ page }: Person): Promise<void> {
  await page.goto('/#/goods?id=machineSmall')
  await page.getByRole('radio', { name: /Wallet, on chain/ }).click()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
  await payFromWallet(page).waitFor()
}

test('a payment that is short says what is missing, and the rest buys the machine', async ({ world, person }) => {
  const { page, wallet, address, balance } = person
  await world.faucet(address)
  await order(person)
  await wallet.pay('50')
  await page.getByText('50.00 USDT of 105.00 USDT has arrived').waitFor(finality)
  await page.getByRole('button', { name: 'Pay the remaining 55.00 USDT' }).click()
  await confirmed(page).waitFor(finality)
  expect(await newestMachine(person)).toMatchObject({ status: 'to_be_confirmed', phase: 'cooling' })
  expect(await balance('USDT')).toMatchObject({ available: '0', escrow: '105' })
  await page.goto('/#/wallet')
  await page.getByRole('button', { name: 'Top up' }).click()
  await expect(page.getByText('Used for your payment')).toHaveCount(2, finality)
})

test('a payment that is over buys the machine, and what is over goes to the balance', async ({ world, person }) => {
  const { page, wallet, address, balance } = person
  await world.faucet(address)
  await order(person)
  await wallet.pay('120.5')
  await confirmed(page).waitFor(finality)
  await page.getByText('120.50 USDT arrived for 105.00 USDT; the rest went to your balance.').waitFor()
  expect(await newestMachine(person)).toMatchObject({ status: 'to_be_confirmed', phase: 'cooling' })
  expect(await balance('USDT')).toMatchObject({ available: '15.5', escrow: '105' })
})

test('while crediting pauses, payment and top-up say why, and afterwards it goes on', async ({ world, person }) => {
  const { page, wallet, address, call } = person
  await world.faucet(address)
  await order(person)
  await wallet.pay('20')
  await page.getByText('20.00 USDT of 105.00 USDT has arrived').waitFor(finality)
  const why = page.getByText(
    'Our connection leads to another chain, so crediting waits until our team has corrected it; nothing is lost, and what you sent is credited after that.',
  )
  await callChain(world, 97)
  await why.waitFor(finality)
  await page.goto('/#/wallet')
  await page.getByRole('button', { name: 'Top up' }).click()
  await why.waitFor(finality)
  await callChain(world, 56)
  await why.waitFor({ state: 'detached', ...finality })
  const { minerNo } = await newestMachine(person)
  await call('/api/miner/cancel', { minerNo, requestId: `after-the-pause-${minerNo}` })
  await expect.poll(() => available(person), finality).toBe(20)
})

/** Lets the chain's node answer with the id of a chain. */
async function callChain(world: World, id: number): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setChainId', params: [id] })
  const answer = await fetch(world.rpcUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  expect(await answer.json()).not.toHaveProperty('error')
}

test('a payment that comes late goes to the balance, and buys nothing', async ({ world, person }) => {
  const { page, wallet, address, call, balance } = person
  await world.faucet(address)
  await order(person)
  const { minerNo } = await newestMachine(person)
  await world.advance(31 * 60)
  await page.getByText('Time is up', { exact: true }).waitFor(finality)
  await wallet.pay('105')
  await expect.poll(() => available(person), finality).toBe(105)
  expect(await call('/api/miner/myDetail', { id: minerNo })).toMatchObject({ status: 'not_running', phase: 'expired' })
  expect(await balance('USDT')).toMatchObject({ escrow: '0' })
  await page.goto('/#/transaction?type=top_up')
  await page.getByText('+105.00').first().waitFor()
  await page.goto('/#/mine?view=notices')
  await page.getByText('Machine not paid in time').first().waitFor()
})

test('a payment the chain takes back says so, costs nothing and can be tried again', async ({ world, person }) => {
  const { page, wallet, address } = person
  // The wallet is emptied first: what it then promises, the chain takes back.
  await world.faucet(address)
  await wallet.pay(await wallet.holding())
  await expect.poll(() => available(person), finality).toBeGreaterThan(1_000)
  const before = await available(person)
  await order(person)
  await payFromWallet(page).click()
  await page.getByText('the transaction was reverted').waitFor(finality)
  await toasted(page, 'Purchase failed')
  expect(await available(person)).toBe(before)
  await world.faucet(address)
  await payFromWallet(page).click()
  await confirmed(page).waitFor(finality)
  expect(await available(person)).toBe(before)
})

test('a machine that operators pause stands still, says why, and runs longer after it resumed', async ({ world, person }) => {
  const { page, call } = person
  const minerNo = await buyAndStart(person)
  const before = await call('/api/miner/myDetail', { id: minerNo })
  await pause(world, minerNo, 'its figures are being checked')
  await comeBack(page, `/myMiner?id=${minerNo}`)
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Term on hold').waitFor()
  await page.getByRole('radio', { name: 'History' }).click()
  await page.getByText('its figures are being checked').first().waitFor()
  await world.advance(day)
  const risk = await Operator.signIn(world, 'risk')
  await risk.propose('machines/resume', { minerNo }, 'the figures are right')
  await comeBack(page, `/myMiner?id=${minerNo}`)
  await sheet.getByText('Paused so far').waitFor()
  const after = await call('/api/miner/myDetail', { id: minerNo })
  expect(after.status).toBe('running')
  const laterMs = Date.parse(after.endAt!) - Date.parse(before.endAt!)
  expect(laterMs).toBeGreaterThanOrEqual(day * 1000)
  expect(laterMs).toBeLessThan((day + 300) * 1000)
  const { list } = await call('/api/user/notices', { size: 50 })
  const titles = list.map(({ title }) => title).filter((title) => /^Machine (paused|running again)$/.test(title))
  expect(titles).toEqual(['Machine running again', 'Machine paused'])
})

test('after fifteen days of pause its owner leaves with the principal and the rest of the fee', async ({ world, person }) => {
  const { page, call, balance } = person
  const minerNo = await buyAndStart(person)
  await pause(world, minerNo, 'a part is missing')
  await comeBack(page, `/myMiner?id=${minerNo}`)
  const exit = page.getByRole('button', { name: 'Exit and get principal back' })
  await page.getByRole('dialog').getByText('Earliest exit').waitFor()
  await expect(exit).toHaveCount(0)
  await world.advance(15 * day)
  await comeBack(page, `/myMiner?id=${minerNo}`)
  await exit.waitFor()
  const before = await balance('USDT')
  await exit.click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await toasted(page, 'Exited; principal is in your balance')
  expect(await call('/api/miner/myDetail', { id: minerNo })).toMatchObject({ status: 'completed', phase: 'exited' })
  const after = await balance('USDT')
  expect(Number(before.locked) - Number(after.locked)).toBe(100)
  // The principal, and of the platform's 1 % what of 90 days is not over.
  const gained = Number(after.available) - Number(before.available)
  expect(gained).toBeGreaterThan(100.9)
  expect(gained).toBeLessThan(101)
})

test('a sum that changed since it was shown is asked about again before anything is bought', async ({ world, person }) => {
  const { page, call } = person
  const minerNo = await buyAndStart(person)
  await world.advance(91 * day)
  await comeBack(page, '/goods?id=machineSmall')
  await expect.poll(async () => (await call('/api/miner/myDetail', { id: minerNo })).phase, finality).toBe('matured')
  await expect.poll(async () => (await quoteOfOne(person)).payAmount, finality).toBe('101')
  await comeBack(page, '/goods?id=machineSmall')
  await payFromBalance(page)
  // What the phone kept is shown first; the order is what the page says when it is reviewed.
  await page.getByText('101.00').first().waitFor()
  await page.getByRole('button', { name: 'Review the order' }).click()
  const shown = page.getByRole('button', { name: 'Pay 101.00 USDT from balance' })
  await shown.waitFor()
  // The credit goes elsewhere, on another device.
  await buyMachines(person, 'machineSmall', 1, { startNow: false })
  const before = await available(person)
  await shown.click()
  await page.getByRole('alert').getByText('105.00 USDT instead of 101.00 USDT').waitFor()
  expect(await available(person)).toBe(before)
  await page.getByRole('button', { name: 'Pay 105.00 USDT from balance' }).click()
  await toasted(page, 'Purchase successful')
  expect(before - (await available(person))).toBeCloseTo(105)
})

/** What one small machine costs this user now, and the terms of it. */
async function quoteOfOne({ call }: Person): Promise<{ payAmount: string; termsVersion: string }> {
  const { termsVersion, quotes } = await call('/api/miner/detail', { id: 'machineSmall' })
  return { termsVersion, payAmount: quotes.find((quote) => quote.quantity === 1)!.payAmount }
}

async function payFromBalance(page: Page): Promise<void> {
  await page
    .getByRole('radio', { name: /balance/i })
    .first()
    .click()
}

async function buyAndStart({ page, fund, call }: Person): Promise<string> {
  await fund('900')
  await page.goto('/#/goods?id=machineSmall')
  await payFromBalance(page)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: /^Pay .* from balance$/ }).click()
  await toasted(page, 'Purchase successful')
  const { list } = await call('/api/miner/findMyList', { status: 'running' })
  return list[0]!.minerNo
}

/** Two operators pause a machine together. */
async function pause(world: World, minerNo: string, reason: string): Promise<void> {
  const [risk, checker] = await Promise.all([Operator.signIn(world, 'risk'), Operator.signIn(world, 'finance_checker')])
  await checker.approve(await risk.propose('machines/pause', { minerNo }, reason))
}
