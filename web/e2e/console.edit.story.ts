import type { Browser, Page } from '@playwright/test'
import { enter, openDesk } from './console.ts'
import { expect, test } from './fixtures.ts'
import { axeFlaws } from './inspect.ts'
import { Operator } from './operators.ts'
import type { World } from './world.ts'

// What operators set, pay and decide about people, in order: one proposes in the console, another approves.
test.use({ story: 'console-edit' })
test.describe.configure({ mode: 'serial' })

async function deskOf(browser: Browser, world: World, role: Parameters<typeof enter>[1], path: string) {
  const desk = await openDesk(browser, world)
  await enter(desk.page, role, 1, path)
  return desk
}

/** Opens the row that is called so. */
async function openRow(page: Page, name: string | RegExp): Promise<void> {
  await page.locator('[data-row]').filter({ hasText: name }).first().click()
}

/** Presses the button of a form and gives what its call answers with. */
async function sent(page: Page, path: string, button: string): Promise<{ id: string; state: string }> {
  const answered = page.waitForResponse(`**/operator/api/${path}`)
  await page.getByRole('complementary').getByRole('button', { name: button, exact: true }).last().click()
  const { code, message, data } = (await (await answered).json()) as { code: number; message: string; data: { id: string; state: string } }
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`)
  return data
}

/** A second person signs for it. */
async function approved(world: World, role: Parameters<typeof enter>[1], id: string): Promise<void> {
  await (await Operator.signIn(world, role, 2)).approve(id)
}

test('the game is stopped by one person and goes on by two', async ({ browser, world }) => {
  const { page, context, faults } = await deskOf(browser, world, 'risk', '/stops')
  await openRow(page, 'game')
  await page.getByRole('complementary').getByLabel('Reason').fill('a look at the beacon')
  expect((await sent(page, 'game/stop', 'Stop the game')).state).toBe('executed')
  await expect(page.getByRole('complementary').getByText('a look at the beacon')).toBeVisible()
  await page.getByRole('complementary').getByLabel('Reason').fill('the beacon is well')
  const { id, state } = await sent(page, 'game/resume', 'Let the game go on')
  expect(state).toBe('pending')
  await approved(world, 'finance_checker', id)
  await page.reload()
  await expect(page.getByRole('complementary').getByRole('button', { name: 'Stop the game', exact: true })).toBeVisible()
  expect(faults).toEqual([])
  await context.close()
})

test('a parameter keeps within its bounds, is tried, and stands in the changelog', async ({ browser, world }) => {
  const { page, context } = await deskOf(browser, world, 'catalogue', '/params')
  await openRow(page, 'Days a repurchase credit is valid')
  const panel = page.getByRole('complementary')
  await panel.getByLabel('Value').fill('1000')
  await panel.getByLabel('Reason').fill('longer credit')
  await panel.getByRole('button', { name: 'Change this parameter' }).click()
  await expect(panel.getByText('This is above the highest value.')).toBeVisible()
  await panel.getByLabel('Value').fill('120')
  await panel.getByRole('button', { name: 'Try it first' }).click()
  await expect(panel.getByText('Demo finance_checker').first()).toBeVisible()
  // What was typed outlives a reload.
  await page.reload()
  await expect(panel.getByLabel('Value')).toHaveValue('120')
  const { id } = await sent(page, 'params/change', 'Change this parameter')
  await approved(world, 'finance_checker', id)
  await page.reload()
  await expect(panel.getByText('longer credit')).toBeVisible()
  await context.close()
})

test('a machine is refilled and repriced, and a buyer sees when', async ({ browser, world, person }) => {
  const { page, context } = await deskOf(browser, world, 'catalogue', '/machines')
  await openRow(page, 'Small machine')
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'Change this machine' }).first().click()
  await panel.getByLabel('Add to the stock').fill('25')
  await panel.getByLabel('Price').fill('110')
  await panel.getByLabel('Reason').fill('more of them, dearer ones')
  const { id } = await sent(page, 'machines/change', 'Change this machine')
  await approved(world, 'finance_checker', id)
  await page.reload()
  await expect(panel.getByText('Announced, not in effect yet')).toBeVisible()
  const { nextTerms } = await person.call('/api/miner/detail', { id: 'machineSmall' })
  expect(nextTerms?.price).toBe('110')
  await context.close()
})

test('a pool is funded with evidence, and the trial says what stays free', async ({ browser, world }) => {
  const { page, context, faults } = await deskOf(browser, world, 'finance_maker', '/money')
  const evidence = `0x${'5a'.repeat(32)}`
  await page.getByRole('button', { name: 'Fund a pool' }).click()
  await page.getByLabel('Pool').selectOption('interest')
  await page.getByLabel('Currency').selectOption('USDT')
  await page.getByLabel('Amount').fill('1 250,50')
  await page.getByLabel('Evidence').fill(evidence)
  await page.getByLabel('Reason').fill('more machines are sold')
  await page.getByRole('button', { name: 'Try it first' }).click()
  await expect(page.getByText('O.CAP/USDT → P.INT.FREE/USDT')).toBeVisible()
  expect(await axeFlaws(page)).toEqual([])
  const answered = page.waitForResponse('**/operator/api/pools/fund')
  await page.getByRole('button', { name: 'Fund a pool' }).last().click()
  const { data } = (await (await answered).json()) as { data: { id: string } }
  await approved(world, 'finance_checker', data.id)
  await page.reload()
  await expect(page.getByText(evidence)).toBeVisible()
  expect(faults).toEqual([])
  await context.close()
})

test('a person is found, noted and suspended, until two end it', async ({ browser, world, person }) => {
  const { page, context } = await deskOf(browser, world, 'risk', '/people')
  await page.getByLabel('Id, wallet').fill(person.wallet.account.address)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.locator('[data-row]').first().click()
  await page.getByLabel('Note').fill('called about the deposit')
  await page.getByRole('button', { name: 'Write a note' }).click()
  await expect(page.getByText('called about the deposit')).toBeVisible()
  await page.getByRole('button', { name: 'Suspend the account' }).first().click()
  await page.getByLabel('Days').fill('3')
  await page.getByLabel('Reason').fill('the wallet was reported')
  const suspended = page.waitForResponse('**/operator/api/users/suspend')
  await page.getByRole('button', { name: 'Suspend the account' }).last().click()
  expect(((await (await suspended).json()) as { data: { state: string } }).data.state).toBe('executed')
  await expect(page.getByText('the wallet was reported')).toBeVisible()
  await page.getByRole('button', { name: 'End the suspension' }).click()
  await page.getByLabel('Reason').fill('the wallet was safe')
  const restored = page.waitForResponse('**/operator/api/users/restore')
  await page.getByRole('button', { name: 'End the suspension' }).last().click()
  await approved(world, 'finance_checker', ((await (await restored).json()) as { data: { id: string } }).data.id)
  await page.reload()
  await expect(page.getByText('the wallet was reported')).toBeHidden()
  await context.close()
})

test('banners are added and ordered by keys', async ({ browser, world }) => {
  const { page, context, faults } = await deskOf(browser, world, 'editor', '/banners')
  for (const title of ['First of the story', 'Second of the story']) {
    await page.getByRole('button', { name: 'Add a banner' }).first().click()
    const panel = page.getByRole('complementary')
    await panel.getByRole('group', { name: 'English' }).getByLabel('Title').fill(title)
    await panel.getByRole('group', { name: 'English' }).getByLabel('Note on risk').fill('Prices fall as well as rise.')
    const added = page.waitForResponse('**/operator/api/banners/add')
    await panel.getByRole('button', { name: 'Add a banner' }).click()
    expect((await added).ok()).toBe(true)
    await expect(page.locator('[data-row]').filter({ hasText: title })).toBeVisible()
  }
  const ordered = page.waitForResponse('**/operator/api/banners/order')
  await page.getByRole('button', { name: 'Second of the story: one place earlier' }).press('Enter')
  await ordered
  await expect(page.locator('[data-row]').first()).toContainText('Second of the story')
  expect(faults).toEqual([])
  await context.close()
})
