import type { Browser, Page } from '@playwright/test'
import { enter, hearNothing, openDesk, withdrawalWaits } from './console.ts'
import { expect, test } from './fixtures.ts'
import { Operator } from './operators.ts'
import { textOf } from './texts.ts'
import type { World } from './world.ts'

// Several windows and people over the same, and lines that are lost: nothing is decided twice, nothing typed lost.
test.use({ story: 'console-windows' })
test.describe.configure({ mode: 'serial' })

/** A window of a reviewer with a withdrawal open, which hears nothing of what others do; its wallet asks. */
async function signing(browser: Browser, world: World, person: number, withdrawNo: string) {
  const desk = await openDesk(browser, world)
  await hearNothing(desk.context)
  await enter(desk.page, 'finance_checker', person, `/withdrawals?item=${withdrawNo}`)
  await askWallet(desk.page)
  return desk
}

async function askWallet(page: Page): Promise<void> {
  await expect(page.getByText('Your wallet must show exactly')).toBeVisible()
  await page.getByRole('button', { name: /Approve and sign/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const sign = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()

/** How often somebody approved a withdrawal, by the log. */
async function approvals(world: World, withdrawNo: string): Promise<number> {
  const reader = await Operator.signIn(world, 'auditor')
  const { list: reviews } = (await reader.call('proposals/list', { kind: 'withdrawal_review' })) as { list: { id: string; subject: string }[] }
  const review = reviews.find(({ subject }) => subject === withdrawNo)!
  const { list } = (await reader.call('audit/list', { action: 'proposals/approve', outcome: 'done', subject: review.id })) as { list: object[] }
  return list.length
}

test('two who sign the same at once decide it once, and the later one reads why', async ({ browser, world }) => {
  const withdrawNo = await withdrawalWaits(world, '40')
  const desks = [await signing(browser, world, 1, withdrawNo), await signing(browser, world, 2, withdrawNo)]
  const codes = await Promise.all(
    desks.map(async ({ page }) => {
      const answered = page.waitForResponse('**/operator/api/proposals/approve')
      await sign(page)
      return ((await (await answered).json()) as { code: number }).code
    }),
  )
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  const later = desks[codes.findIndex((code) => code !== 200)]!
  await expect(later.page.getByText('The proposal is closed')).toBeVisible()
  await expect(later.page.getByText('It is decided already.')).toBeVisible()
  expect(await approvals(world, withdrawNo)).toBe(1)
  for (const { context, faults } of desks) {
    expect(faults).toEqual([])
    await context.close()
  }
})

test('a line that is lost while the wallet asks decides nothing, and an answer that is lost decides once', async ({ browser, world }) => {
  const withdrawNo = await withdrawalWaits(world, '40')
  const { page, context } = await signing(browser, world, 3, withdrawNo)
  await page.setViewportSize({ width: 390, height: 844 })
  await context.setOffline(true)
  await sign(page)
  const said = page.getByText(textOf('en', 'console', 'unanswered'))
  await expect(said.first()).toBeVisible()
  // What can be done stays in sight below what is said.
  await page.getByRole('button', { name: /Approve and sign/ }).click({ trial: true })
  expect(await approvals(world, withdrawNo)).toBe(0)
  await context.setOffline(false)
  let sent = 0
  await page.route('**/operator/api/proposals/approve', async (route) => {
    sent += 1
    await route.fetch()
    await route.abort()
  })
  await askWallet(page)
  await sign(page)
  await expect(page.getByText('It is decided already.')).toBeVisible()
  expect(sent).toBe(1)
  expect(await approvals(world, withdrawNo)).toBe(1)
  await context.close()
})

test('a session that another window ends leaves what was typed to its person, and to nobody else', async ({ browser, world }) => {
  const { page, context } = await openDesk(browser, world)
  await hearNothing(context)
  await enter(page, 'finance_maker', 4, '/bids')
  await page.getByRole('button', { name: 'Place a bid' }).click()
  const form = page.locator('form')
  await form.getByLabel('Price').fill('0.41')
  await form.getByLabel('Quantity').fill('10')
  await form.getByLabel('Reason').fill('half a sentence')
  const other = await openDesk(browser, world)
  await enter(other.page, 'finance_maker', 4, '/money')
  await other.page.getByRole('button', { name: 'My sessions' }).click()
  const ended = other.page.waitForResponse('**/operator/api/sessions/end')
  await other.page.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
  await ended
  await other.context.close()
  await form.getByRole('button', { name: 'Place a bid' }).click()
  const over = page.getByRole('dialog', { name: 'Your session has ended' })
  const goIn = async (person: string) => {
    await page.getByLabel('Role').selectOption('finance_maker')
    await page.getByLabel('Person').selectOption(person)
    await page.getByRole('button', { name: 'Go in as this person' }).click()
  }
  await expect(over).toBeVisible()
  await goIn('4')
  await expect(over).toBeHidden()
  await expect(form.getByLabel('Reason')).toHaveValue('half a sentence')
  // Somebody else in the same window begins with an empty form, on the first screen of theirs.
  await page.getByRole('button', { name: 'Sign out' }).click()
  await goIn('5')
  await expect(page.getByRole('heading', { name: 'Withdrawals', level: 1 })).toBeVisible()
  await page.evaluate(() => (location.hash = '/bids'))
  await page.getByRole('button', { name: 'Place a bid' }).click()
  await expect(form.getByLabel('Reason')).toHaveValue('')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await goIn('4')
  await page.evaluate(() => (location.hash = '/bids'))
  await expect(form.getByLabel('Price')).toHaveValue('0.41')
  await expect(form.getByLabel('Reason')).toHaveValue('half a sentence')
  await context.close()
})
