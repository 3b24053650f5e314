import { expect, test as base, type Page } from './fixtures.ts'
import { comeBack, day, finality, hour, orderFromWallet, payFromWallet } from './journey.ts'
import { Operator } from './operators.ts'
import type { Person } from './person.ts'
import { toasted, toastsOf } from './toasts.ts'
import type { World } from './world.ts'

interface Fixtures {
  /** Somebody with 200 USDT and an address. */
  buyer: Person
  /** Who sends the parcels. */
  fulfilment: Operator
}

const test = base.extend<Fixtures>({
  buyer: async ({ person, world }, use) => {
    await person.call('/api/address/add', { name: '林小姐', phone: '+886 912 345 678', detail: '臺北市信義區市府路 1 號', region: 'TW' })
    // To a new address nothing is sent for a day.
    await world.advance(day)
    await person.fund('200')
    await use(person)
  },
  fulfilment: async ({ world }, use) => use(await Operator.signIn(world, 'fulfilment')),
})

test.use({ story: 'payments' })
test.describe.configure({ mode: 'serial' })

/** The numbers of the orders that fulfilment sees. */
async function seenBy(fulfilment: Operator, filter: object): Promise<string[]> {
  return (await fulfilment.call('orders/list', filter)).list.map(({ orderNo }) => orderNo)
}

const orderOf = (page: Page) => page.getByRole('dialog', { name: 'Order', exact: true })
const numberOf = async ({ call }: Person) => (await call('/api/shop/orders')).list[0]!.orderNo

async function buy(buyer: Person, goodsId: string, price: string): Promise<string> {
  const { page } = buyer
  await page.goto(`/#/productsDetails?id=${goodsId}`)
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: `Pay ${price} USDT from balance` }).click()
  await orderOf(page).getByText('Waiting for delivery', { exact: true }).waitFor()
  return numberOf(buyer)
}

/** Ships an order, and holds that the open app hears of it: by one toast, and on the order that is open. */
async function ship(page: Page, fulfilment: Operator, orderNo: string, number: string): Promise<void> {
  const order = orderOf(page)
  await order.getByText('Your money is only set aside until it ships.', { exact: false }).waitFor()
  const trackUrl = `https://post.example/track/${number}`
  await fulfilment.call('orders/ship', { orderNo, company: 'Chunghwa Post', number, trackUrl })
  await order.getByText('On its way. Track it', { exact: false }).waitFor()
  await expect.poll(async () => (await toastsOf(page)).filter((toast) => toast.includes(number))).toHaveLength(1)
  const link = order.getByRole('link', { name: 'Track the parcel (post.example)' })
  expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([trackUrl, 'noopener noreferrer'])
  await order.getByText(number).first().waitFor()
}

test('bought from the balance, an order is read, labelled and shipped by fulfilment, and the open app hears of it', async ({ buyer, fulfilment }) => {
  const orderNo = await buy(buyer, 'quietFan', '29.00')
  expect(await seenBy(fulfilment, { status: 'waiting_for_delivery' })).toEqual([orderNo])
  expect(await fulfilment.call('orders/address', { orderNo })).toMatchObject({
    name: '林小姐',
    phone: '+886 912 345 678',
    detail: '臺北市信義區市府路 1 號',
    region: 'TW',
  })
  const labels = await fulfilment.call('orders/labels')
  expect(labels.orders).toBe(1)
  expect(labels.content).toContain('臺北市信義區市府路 1 號')
  expect(await buyer.balance('USDT')).toMatchObject({ available: '171', escrow: '29' })
  await ship(buyer.page, fulfilment, orderNo, 'RR123456785TW')
  expect(await buyer.balance('USDT')).toMatchObject({ available: '171', escrow: '0' })
  // What is on its way is not cancelled.
  await expect(orderOf(buyer.page).getByRole('button', { name: 'Cancel the order' })).toHaveCount(0)
})

test('who cancels before it ships has the money back, and nobody ships it any more', async ({ buyer, fulfilment }) => {
  const orderNo = await buy(buyer, 'walletPouch', '15.00')
  expect(await buyer.balance('USDT')).toMatchObject({ available: '185', escrow: '15' })
  const order = orderOf(buyer.page)
  await order.getByRole('button', { name: 'Cancel the order' }).click()
  await order.getByRole('button', { name: 'Cancel order', exact: true }).click()
  await order.getByText('Invalid, refunded').waitFor()
  expect(await buyer.balance('USDT')).toMatchObject({ available: '200', escrow: '0' })
  await expect(fulfilment.call('orders/ship', { orderNo, company: 'Chunghwa Post', number: '1' })).rejects.toThrow('orders/ship: 1506')
  expect(await seenBy(fulfilment, { status: 'waiting_for_delivery' })).toEqual([])
})

test('what is not shipped within two weeks is late: its buyer is told, may cancel or wait, and once it ships nothing is late any more', async ({
  world,
  buyer,
  fulfilment,
}) => {
  const { page } = buyer
  const orderNo = await buy(buyer, 'walletPouch', '15.00')
  expect(await seenBy(fulfilment, { late: true })).toEqual([])
  await world.advance(14 * day + hour)
  // Staff and buyers are signed out by then.
  const later = await Operator.signIn(world, 'fulfilment')
  expect(await seenBy(later, { late: true })).toEqual([orderNo])
  await comeBack(page, `/order?id=${orderNo}`)
  const order = orderOf(page)
  await order.getByText('It should have shipped within 14 days. You can cancel at any time with a full refund.').waitFor()
  await order.getByRole('button', { name: 'Cancel the order' }).click()
  await order.getByText('The order is cancelled and 15.00 USDT goes back to your balance.').waitFor()
  await order.getByRole('button', { name: 'Keep it' }).click()
  expect(await buyer.balance('USDT')).toMatchObject({ available: '185', escrow: '15' })
  await later.call('orders/ship', { orderNo, company: 'Chunghwa Post', number: 'RR111222333TW' })
  await order.getByText('On its way. Track it', { exact: false }).waitFor()
  await expect(order.getByText('It should have shipped', { exact: false })).toHaveCount(0)
  expect(await seenBy(later, { late: true })).toEqual([])
  expect(await buyer.balance('USDT')).toMatchObject({ available: '185', escrow: '0' })
  await comeBack(page, '/mine?view=notices')
  await page.getByText('Order is late').first().waitFor()
})

const confirmed = (page: Page) => page.getByText('Payment confirmed').first()
const available = async ({ balance }: Person) => Number((await balance('USDT')).available)

async function newestMachine({ call }: Person) {
  const [newest] = (await call('/api/miner/findMyList')).list
  return newest!
}

test('a payment that is short says what is missing, and the rest buys the machine', async ({ world, person }) => {
  const { page, wallet, address, balance } = person
  await world.faucet(address)
  await orderFromWallet(page)
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
  await orderFromWallet(page)
  await wallet.pay('120.5')
  await confirmed(page).waitFor(finality)
  await page.getByText('120.50 USDT arrived for 105.00 USDT; the rest went to your balance.').waitFor()
  expect(await newestMachine(person)).toMatchObject({ status: 'to_be_confirmed', phase: 'cooling' })
  expect(await balance('USDT')).toMatchObject({ available: '15.5', escrow: '105' })
})

test('while crediting pauses, payment and top-up say why, and afterwards it goes on', async ({ world, person }) => {
  const { page, wallet, address, call } = person
  await world.faucet(address)
  await orderFromWallet(page)
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
  await orderFromWallet(page)
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
  await orderFromWallet(page)
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
