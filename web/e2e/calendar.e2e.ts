import { expect, test } from './fixtures.ts'
import { axeFlaws, settle } from './inspect.ts'
import type { Person } from './person.ts'
import { visit } from './looks.ts'
import { textOf } from './texts.ts'

const word = (key: string) => textOf('en', 'calendar', key)

/** Buys a small machine that runs at once. */
async function running({ call, fund }: Person): Promise<string> {
  await fund('105')
  const { termsVersion } = await call('/api/miner/detail', { id: 'machineSmall' })
  const order = { productId: 'machineSmall', quantity: 1, payType: 'balance', startNow: true, termsVersion, requestId: 'a-machine-for-a-calendar' } as const
  const { minerNos } = await call('/api/miner/purchaseMiner', order)
  return minerNos[0]!
}

test('a month of income leads by keys and presses to what a day is certain to bring', async ({ person }) => {
  const { page, call } = person
  const machine = await running(person)
  await visit(page, '/myMiner')
  await page.getByRole('link', { name: textOf('en', 'machine-mine', 'calendar.month') }).click()
  const today = page.locator('[aria-current=date]')
  await today.focus()
  await page.keyboard.press('ArrowRight')
  const tomorrow = page.locator('table [tabindex="0"]')
  await expect(tomorrow).toBeFocused()
  await expect(tomorrow).toHaveAccessibleName(/: Interest 0\.02\sUSDT, certain to come$/)
  await expect(page.locator('main li', { hasText: word('kind.interest') }).last()).toContainText('0.02')
  // The last month has the principal, and there is none to go on to.
  const { last } = await call('/api/miner/calendar')
  const { days } = await call('/api/miner/calendar', { month: last })
  const next = page.getByRole('button', { name: word('next') })
  while (!page.url().includes(`month=${last}`)) await next.click()
  await expect(next).toBeDisabled()
  const end = days.find(({ lines }) => lines.some(({ kind }) => kind === 'principal'))!
  await page
    .locator('table button', { hasText: new RegExp(`^${Number(end.day.slice(8))}`) })
    .first()
    .click()
  await expect(page.locator('main li', { hasText: word('kind.principal') }).last()).toContainText('100')
  await settle(page)
  expect(await axeFlaws(page)).toEqual([])
  await page.keyboard.press('PageUp')
  await expect(page.locator('table [tabindex="0"]')).toBeFocused()
  // One machine's own month is reached from its income.
  await visit(page, `/myMiner?view=calendar&machine=${machine}`)
  await expect(page.getByText(word('sum.posted'))).toBeVisible()
  await page.getByRole('link', { name: word('all') }).click()
  await expect(page.getByRole('link', { name: word('all') })).toHaveCount(0)
})
