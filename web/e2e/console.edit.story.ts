import type { Browser, Page } from '@playwright/test'
import { enter, openDesk } from './console.ts'
import { expect, test } from './fixtures.ts'
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
  await openRow(page, 'machine.credit_days')
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
