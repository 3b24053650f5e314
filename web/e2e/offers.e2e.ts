import { buyMachines } from './family.ts'
import { expect, test } from './fixtures.ts'
import { visit } from './looks.ts'
import { refused } from './mocks.ts'

// What is said where something is bought and owned, so that nothing of it surprises.

test('a refusal of a payment on chain for what it would reserve, which came meanwhile, says the way on', async ({ person: { page } }) => {
  await visit(page, '/goods?id=machineSmall')
  await page.route('**/api/miner/purchaseMiner*', (route) => route.fulfill(refused(1506, 'This action is not possible in the current status')))
  await page.getByRole('button', { name: 'Review the order' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Reserve and go to payment' }).click()
  await expect(sheet.getByText('A payment from the wallet can reserve only part of what is left. Pay from your balance, or try again later.')).toBeVisible()
})

test('a machine of somebody whom nobody invited says what of its fee went to the income pool', async ({ person }) => {
  const { page } = person
  await person.fund('200')
  const { minerNos } = await buyMachines(person)
  await visit(page, `/myMiner?id=${minerNos[0]}`)
  const fact = page.getByRole('dialog').locator('div', { has: page.getByText('From unallocated rewards', { exact: true }) })
  await expect(fact.last()).toContainText('1.50 USDT')
  await expect(fact.last()).toContainText('Nobody gets the referral share of this fee, so it went to the income pool.')
})
