import { expect, test } from './fixtures.ts'
import { axeFlaws, settle } from './inspect.ts'
import { textOf } from './texts.ts'

test('what the app shows at once can be chosen, and stays chosen', async ({ person: { page } }) => {
  await page.goto('/#/mine?view=notices')
  await page.getByRole('button', { name: textOf('en', 'notice', 'settings.title') }).click()
  const machines = page.getByRole('switch', { name: textOf('en', 'notice', 'settings.kind.machine') })
  await expect(machines).toBeChecked()
  const answered = page.waitForResponse(/setNoticeSettings/)
  await machines.click()
  await answered
  await page.reload()
  await expect(machines).not.toBeChecked()
  // Account and terms are always told.
  await expect(page.getByRole('switch')).toHaveCount(7)
  await settle(page)
  expect(await axeFlaws(page)).toEqual([])
})
