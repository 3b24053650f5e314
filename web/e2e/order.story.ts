import { expect, test as base, type Page } from './fixtures.ts'
import { comeBack, day, hour } from './journey.ts'
import { Operator } from './operators.ts'
import type { Person } from './person.ts'
import { toastsOf } from './toasts.ts'

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

test.use({ story: 'order' })
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

test('paid from the wallet, an order that somebody looks at turns to shipped under his eyes', async ({ world, buyer, fulfilment }) => {
  const { page } = buyer
  await world.faucet(buyer.address)
  await page.goto('/#/productsDetails?id=walletPouch')
  await page.getByRole('radio', { name: /Wallet, on chain/ }).click()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
  await page.getByRole('button', { name: 'Pay 15.00 USDT with wallet' }).click()
  await page.getByText('Payment confirmed').first().waitFor({ timeout: 90_000 })
  await page.getByRole('link', { name: 'See the order' }).click()
  await ship(page, fulfilment, await numberOf(buyer), 'RR987654321TW')
  // The balance paid for nothing.
  expect(await buyer.balance('USDT')).toMatchObject({ available: '200', escrow: '0' })
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
