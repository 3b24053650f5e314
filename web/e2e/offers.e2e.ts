import { buyMachines } from './family.ts'
import { expect, test } from './fixtures.ts'
import { visit } from './looks.ts'
import { changeAnswer, refused } from './mocks.ts'

// What is said where something is bought and owned, so that nothing of it surprises.

const from = '2026-11-21T04:00:00Z'

test('a price that rises and an end of the sale are told a day before, where goods are bought', async ({ person: { page } }) => {
  await changeAnswer(page, '/api/shop/goodsInfo', (goods) => ({
    ...goods,
    nextPrice: { price: '19.5', priceCurrency: 'USDT', from },
    offSaleAt: '2026-11-22T04:00:00Z',
  }))
  await visit(page, '/productsDetails?id=walletPouch')
  const announced = page.getByText('Announced: from 21 Nov 2026, 12:00 UTC+8 it costs 19.50 USDT. Announced: on sale until 22 Nov 2026, 12:00 UTC+8.')
  await expect(announced).toBeVisible()
})

test('other terms of a machine are told a day before, where it is bought', async ({ person: { page } }) => {
  await changeAnswer(page, '/api/miner/detail', (offer) => ({
    ...offer,
    nextTerms: { price: '110', power: 2, termDays: 60, dailyRate: '0.0003', etldCap: '30', perUserLimit: 5, from },
    offSaleAt: '2026-11-22T04:00:00Z',
  }))
  await visit(page, '/goods?id=machineSmall')
  await expect(
    page.getByText(
      'Announced: from 21 Nov 2026, 12:00 UTC+8 a machine costs 110.00 USDT, has 2 T and runs for 60 days, at 0.03% a day and 30.00 ETLD at most; each user may have 5.',
    ),
  ).toBeVisible()
  await expect(page.getByText('Announced: on sale until 22 Nov 2026, 12:00 UTC+8.')).toBeVisible()
})

test('a level of nodes that leaves the sale says until when it can be bought', async ({ person: { page } }) => {
  await changeAnswer(page, '/api/node/detail', (level) => ({ ...level, offSaleAt: from }))
  await visit(page, '/chainDetails?id=nodeStar')
  await expect(page.getByText('Announced: on sale until 21 Nov 2026, 12:00 UTC+8.')).toBeVisible()
})

const held = 'A payment from the wallet can reserve only part of what is left. Pay from your balance, or try again later.'

test('where a payment on chain may reserve no more, that is said, and not that it is sold out', async ({ person }) => {
  const { page } = person
  await changeAnswer(page, '/api/shop/goodsInfo', (goods) => ({ ...goods, onChainMax: 0 }))
  await visit(page, '/productsDetails?id=walletPouch')
  await page.getByRole('radio', { name: /Wallet, on chain/ }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(held)
  await expect(page.getByText('Sold out')).toHaveCount(0)
})

test('a refusal of a payment on chain for what it would reserve, which came meanwhile, says the way on', async ({ person: { page } }) => {
  await visit(page, '/goods?id=machineSmall')
  await page.route('**/api/miner/purchaseMiner*', (route) => route.fulfill(refused(1506, 'This action is not possible in the current status')))
  await page.getByRole('button', { name: 'Review the order' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Reserve and go to payment' }).click()
  await expect(sheet.getByText(held)).toBeVisible()
})

test('a machine of somebody whom nobody invited says what of its fee went to the income pool', async ({ person }) => {
  const { page } = person
  await person.fund('200')
  await buyMachines(person, 'machineSmall', 1)
  const { list } = await person.call('/api/miner/findMyList', {})
  await visit(page, `/myMiner?id=${list[0]!.minerNo}`)
  const fact = page.getByRole('dialog').locator('div', { has: page.getByText('From unallocated rewards', { exact: true }) })
  await expect(fact.last()).toContainText('1.50 USDT')
  await expect(fact.last()).toContainText('Nobody gets the referral share of this fee, so it went to the income pool.')
})

test('machines that are dug out stand beside those that run, and are none of them', async ({ person: { page } }) => {
  await changeAnswer(page, '/api/miner/minerStatistics', (sums) => ({ ...sums, running: 3, dugOut: 2 }))
  await visit(page, '/myMiner')
  await expect(
    page
      .getByRole('region', { name: 'Statistics' })
      .locator('div', { has: page.getByText('Running', { exact: true }) })
      .last(),
  ).toContainText('3and 2 dug out')
})
