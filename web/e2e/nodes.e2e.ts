import { buyMachines } from './family.ts'
import { expect, test, type Page } from './fixtures.ts'
import { comeBack } from './journey.ts'
import { callTo, changeAnswer, refused } from './mocks.ts'
import { activate, buyFromBalance, orderFromWallet } from './nodeSteps.ts'
import { textOf } from './texts.ts'

/** A deposit is final after a while. */
const finality = { timeout: 60_000 }

test('a node from the balance cools off, and is cancelled with a full refund', async ({ person: { page, fund, balance, faults } }) => {
  await fund('1600')
  await buyFromBalance(page)
  await page.getByRole('dialog').getByText('Active automatically in').waitFor()
  expect(await balance('USDT')).toMatchObject({ available: '1100', escrow: '500' })
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel it' }).click()
  await page.getByText('Cancellation successful').first().waitFor()
  await page.getByRole('dialog').getByText('everything that was paid is in your balance').waitFor()
  expect(await balance('USDT')).toMatchObject({ available: '1600', escrow: '0' })
  expect(faults).toEqual([])
})

test('a payment that is short says what is missing; its rest buys the node, which is started at once', async ({ person, world }) => {
  const { page, call, wallet } = person
  await world.faucet(person.address)
  await orderFromWallet(page)
  await wallet.pay('200')
  await page.getByText('200.00 USDT of 500.00 USDT has arrived').waitFor(finality)
  await page.getByRole('button', { name: 'Pay the remaining 300.00 USDT' }).click()
  await page.getByText('Payment confirmed').first().waitFor(finality)
  await page.getByText('The node is yours.').waitFor()
  // It is the same payment wherever it is looked at, also once it is over.
  const intentNo = new URLSearchParams(page.url().split('?').at(-1)).get('pay')
  await comeBack(page, `/myMiner?pay=${intentNo}`)
  await page.getByText('The node is yours.').waitFor()
  await page.getByRole('link', { name: 'See the node' }).click()
  await activate(page)
  await expect.poll(async () => (await call('/api/node/mine')).list[0]!.state).toBe('active')
  expect(await person.balance('USDT')).toMatchObject({ available: '0', escrow: '0' })
  expect((await call('/api/user/getUserInfo')).levelGift).toBe(1)
  expect(person.faults).toEqual([])
})

test('an open payment for a machine is met on the page of nodes, and the other way round; both are cancelled there', async ({ person: { page, call } }) => {
  await buyMachines({ call }, 'machineSmall', 1, { payType: 'chain', startNow: false })
  await comeBack(page, '/chainDetails?id=nodeDiamond')
  await page.getByText('Small machine, 1 machine').waitFor()
  await page.getByRole('radio', { name: /Wallet, on chain/ }).click()
  await page.getByRole('button', { name: 'Finish the open payment first' }).click()
  await page.getByRole('button', { name: 'Pay 105.00 USDT with wallet' }).waitFor()
  await leavePayment(page)
  await orderFromWallet(page)
  await comeBack(page, '/goods?id=machineSmall')
  await page.getByText('Diamond node, 1 node').waitFor()
  await page.getByRole('button', { name: 'Continue payment' }).click()
  await page.getByRole('button', { name: 'Pay 500.00 USDT with wallet' }).waitFor()
  await leavePayment(page)
  expect((await call('/api/node/mine')).list[0]!.state).toBe('cancelled')
})

async function leavePayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel this payment' }).click()
  await page.getByRole('button', { name: 'Cancel payment', exact: true }).click()
  await page.getByText('Payment cancelled').first().waitFor()
}

test('a level that is sold out says so, and one that is not there too', async ({ person: { page, faults } }) => {
  await changeAnswer(page, '/api/node/detail', (level) => ({ ...level, stock: 0, sold: level.supply, quotes: [] }))
  await comeBack(page, '/chainDetails?id=nodeKing')
  await page.getByText('Every node of this level is sold or reserved.').waitFor()
  await expect(page.getByRole('button', { name: 'Not on sale right now' })).toBeDisabled()
  await page.unrouteAll({ behavior: 'wait' })
  await comeBack(page, '/chainDetails?id=nodeQueen')
  await page.getByText('This node was not found').waitFor()
  expect(faults).toEqual([])
})

test('what is owed and what is there can be asked for again where no answer came', async ({ person: { page, faults } }) => {
  await page.route(callTo('/api/open/reserves'), (route) => route.fulfill(refused(1008, 'Word for word: no answer')))
  await comeBack(page, '/dividendPool')
  const reserves = page.getByRole('region', { name: 'What is owed, and what is there' })
  await reserves.getByRole('alert').getByText('Word for word: no answer').waitFor()
  await expect(reserves.getByRole('link', { name: 'The reserves, for anybody to check' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await reserves.getByRole('button', { name: 'Try again' }).click()
  await reserves.getByText('USDT there').waitFor()
  expect(faults).toEqual([])
})

test('a finger goes from month to month of the pools, where twelve of them stand on a narrow screen', async ({ person: { page } }) => {
  await changeAnswer(page, '/api/node/dividendPool', (open) => ({
    ...open,
    pools: open.pools.map((pool) => ({ ...pool, lastDividends: ['2026-10', '2026-09'].map((month) => ({ month, pool: '113.25', full: '0.4' })) })),
  }))
  await page.setViewportSize({ width: 320, height: 844 })
  await comeBack(page, '/dividendPool')
  const past = page.getByRole('region', { name: textOf('en', 'node', 'pool.past.title') })
  const [before, after] = [past.getByRole('button', { name: 'Previous month' }), past.getByRole('button', { name: 'Next month' })]
  await expect(past.getByRole('heading', { level: 3 })).toHaveText('October 2026')
  await expect(after).toBeDisabled()
  await before.click()
  await expect(past.getByRole('heading', { level: 3 })).toHaveText('September 2026')
  await expect(past.getByRole('radio', { name: /September 2026/ })).toBeChecked()
  await expect(before).toBeDisabled()
  await after.click()
  await expect(past.getByRole('heading', { level: 3 })).toHaveText('October 2026')
})
