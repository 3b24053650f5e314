import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from './browser.ts'
import { apiCall, balance, comeBack, day, hour, streamOpened } from './journey.ts'
import { Operator } from './operators.ts'
import { signInWith, TestWallet } from './testWallet.ts'
import { recordToasts, toastsOf } from './toasts.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let context: BrowserContext
let page: Page
let wallet: TestWallet
let fulfilment: Operator

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ;({ context, page } = await openPhone(browser))
  await recordToasts(context)
  wallet = new TestWallet(world)
  await wallet.install(context)
  const opened = streamOpened(page)
  await signInWith(page, world, '/mine')
  await opened
  await world.faucet(wallet.account.address)
  await apiCall(page, '/api/address/add', { name: '林小姐', phone: '+886 912 345 678', detail: '臺北市信義區市府路 1 號', region: 'TW' })
  fulfilment = await Operator.signIn(world, 'fulfilment')
})

afterAll(async () => {
  await browser?.close()
  // Also replays the journal and checks every invariant.
  await world?.stop()
})

const finality = { timeout: 90_000, interval: 200 }
/** An open app shows within this time what happened on the other side. */
const toldWithinMs = 2_000

interface Order {
  orderNo: string
  status: string
}

interface Label {
  orders: number
  content: string
}

async function newest(): Promise<Order> {
  return ((await apiCall(page, '/api/shop/orders')) as { list: Order[] }).list[0]!
}

/** What fulfilment sees of the orders in a status. */
async function seenByStaff(filter: object): Promise<Order[]> {
  return ((await fulfilment.call('orders/list', filter)) as { list: Order[] }).list
}

const order = () => page.getByRole('dialog', { name: 'Order' })
const said = async (words: string) => (await toastsOf(page)).filter((toast) => toast.includes(words))
const trackUrl = (number: string) => `https://post.example/track/${number}`

/** Ships an order, and holds that the open app hears of it at once: by a toast, and on the order that is open. */
async function shipTo(orderNo: string, number: string): Promise<void> {
  await order().getByText('Your money is in escrow until it ships.', { exact: false }).waitFor()
  const before = await said(number)
  const sentAt = Date.now()
  await fulfilment.call('orders/ship', { orderNo, company: 'Chunghwa Post', number, trackUrl: trackUrl(number) })
  await order().getByText('It is on its way.', { exact: false }).waitFor({ timeout: toldWithinMs })
  await expect.poll(() => said(number), { timeout: toldWithinMs, interval: 50 }).toHaveLength(before.length + 1)
  expect(Date.now() - sentAt).toBeLessThan(toldWithinMs)
  const link = order().getByRole('link', { name: 'Track the parcel' })
  expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([trackUrl(number), 'noopener noreferrer'])
  await order().getByText(number).first().waitFor()
}

// The tests below are one person's way, in order, and that of who sends the parcels.

test('bought from the balance, an order is read, labelled and shipped by fulfilment, and the open app hears of it at once', async () => {
  await wallet.pay('200')
  await expect.poll(async () => (await balance(page, 'USDT')).available, finality).toBe('200')
  await page.goto(`${world.url}/#/productsDetails?id=quietFan`)
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Pay 29.00 USDT from balance' }).click()
  await order().getByText('Waiting for delivery', { exact: true }).waitFor()
  const { orderNo } = await newest()
  expect(await seenByStaff({ status: 'waiting_for_delivery' })).toMatchObject([{ orderNo, status: 'waiting_for_delivery' }])
  expect(await fulfilment.call('orders/address', { orderNo })).toMatchObject({
    name: '林小姐',
    phone: '+886 912 345 678',
    detail: '臺北市信義區市府路 1 號',
    region: 'TW',
  })
  const labels = (await fulfilment.call('orders/labels')) as Label
  expect(labels.orders).toBe(1)
  expect(labels.content).toContain('臺北市信義區市府路 1 號')
  expect(await balance(page, 'USDT')).toMatchObject({ available: '171', escrow: '29' })
  await shipTo(orderNo, 'RR123456785TW')
  expect(await balance(page, 'USDT')).toMatchObject({ available: '171', escrow: '0' })
  // What is on its way is not cancelled.
  expect(await order().getByRole('button', { name: 'Cancel the order' }).count()).toBe(0)
})

test('paid from the wallet, an order that somebody looks at turns to shipped under his eyes', async () => {
  await page.goto(`${world.url}/#/productsDetails?id=walletPouch`)
  await page.getByRole('radio', { name: /Wallet, on chain/ }).click()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
  await page.getByRole('button', { name: 'Pay 15.00 USDT with wallet' }).click()
  await page.getByText('Payment confirmed').first().waitFor({ timeout: finality.timeout })
  await page.getByRole('link', { name: 'See the order' }).click()
  const { orderNo } = await newest()
  await shipTo(orderNo, 'RR987654321TW')
  // The balance paid for one of them only.
  expect(await balance(page, 'USDT')).toMatchObject({ available: '171', escrow: '0' })
})

test('who cancels before it ships has the money back, and nobody ships it any more', async () => {
  await page.goto(`${world.url}/#/productsDetails?id=walletPouch`)
  await page.getByRole('radio', { name: /^Balance/ }).click()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Pay 15.00 USDT from balance' }).click()
  await order().getByText('Waiting for delivery', { exact: true }).waitFor()
  const { orderNo } = await newest()
  expect(await balance(page, 'USDT')).toMatchObject({ available: '156', escrow: '15' })
  await order().getByRole('button', { name: 'Cancel the order' }).click()
  await order().getByRole('button', { name: 'Cancel order', exact: true }).click()
  await order().getByText('Invalid, refunded').waitFor()
  expect(await balance(page, 'USDT')).toMatchObject({ available: '171', escrow: '0' })
  await expect(fulfilment.call('orders/ship', { orderNo, company: 'Chunghwa Post', number: '1' })).rejects.toThrow('orders/ship: 1506')
  expect(await seenByStaff({ status: 'waiting_for_delivery' })).toEqual([])
})

test('what is not shipped within two weeks is late: its buyer is told, may cancel or wait, and once it ships nothing is late any more', async () => {
  await page.goto(`${world.url}/#/productsDetails?id=walletPouch`)
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Pay 15.00 USDT from balance' }).click()
  await order().getByText('Waiting for delivery', { exact: true }).waitFor()
  const { orderNo } = await newest()
  expect(await seenByStaff({ late: true })).toEqual([])
  await world.advance(14 * day + hour)
  // Staff and buyers are signed out by then.
  fulfilment = await Operator.signIn(world, 'fulfilment')
  expect(await seenByStaff({ late: true })).toMatchObject([{ orderNo }])
  await comeBack(page, world, `/order?id=${orderNo}`)
  await order().getByText('It should have shipped within 14 days. You can cancel at any time with a full refund.').waitFor()
  await order().getByRole('button', { name: 'Cancel the order' }).click()
  await order().getByText('The order is cancelled and 15.00 USDT goes back to your balance.').waitFor()
  await order().getByRole('button', { name: 'Keep it' }).click()
  expect(await balance(page, 'USDT')).toMatchObject({ available: '156', escrow: '15' })
  await fulfilment.call('orders/ship', { orderNo, company: 'Chunghwa Post', number: 'RR111222333TW' })
  await order().getByText('It is on its way.', { exact: false }).waitFor()
  expect(await order().getByText('It should have shipped', { exact: false }).count()).toBe(0)
  expect(await seenByStaff({ late: true })).toEqual([])
  expect(await balance(page, 'USDT')).toMatchObject({ available: '156', escrow: '0' })
  await comeBack(page, world, '/mine?view=notices')
  await page.getByText('Order is late').first().waitFor()
})
