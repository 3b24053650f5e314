import { expect, test } from './fixtures.ts'
import { listen } from './journey.ts'
import { addOldAddress, orderByCall, readyToShip } from './shop.ts'
import { toastsOf } from './toasts.ts'

test.use({ story: 'moved' })

/** An open app shows within this time what happened on the other side. */
const toldWithinMs = 2_000

test('an open app shows within two seconds that an order was shipped', async ({ world, person }) => {
  const { page } = person
  await addOldAddress(world, person)
  await person.fund('15')
  const orderNo = await orderByCall(person, 'walletPouch')
  await listen(page, `/order?id=${orderNo}`)
  const order = page.getByRole('dialog', { name: 'Order', exact: true })
  await order.getByText('Your money is only set aside until it ships.', { exact: false }).waitFor()
  const ship = await readyToShip(world, orderNo, 'RR123456785TW')
  const sentAt = Date.now()
  await ship()
  await order.getByText('On its way. Track it', { exact: false }).waitFor({ timeout: toldWithinMs })
  await expect.poll(async () => (await toastsOf(page)).filter((toast) => toast.includes('RR123456785TW')), { intervals: [50] }).toHaveLength(1)
  expect(Date.now() - sentAt).toBeLessThan(toldWithinMs)
})
