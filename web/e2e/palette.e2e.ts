import { expect, test } from './fixtures.ts'
import { axeFlaws, settle } from './inspect.ts'
import { visit } from './looks.ts'

test('a few letters and Enter lead to any screen', async ({ person: { page } }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page, '/')
  const dialog = page.getByRole('dialog', { name: 'Go to' })
  // What listens comes when the page is quiet.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(dialog).toBeVisible({ timeout: 500 })
  }).toPass()
  const field = page.getByRole('searchbox', { name: 'Find a screen' })
  await field.fill('divid')
  await expect(dialog.getByRole('link')).toHaveCount(1)
  await settle(page)
  expect(await axeFlaws(page)).toEqual([])
  await field.press('Enter')
  await page.waitForURL('**#/dividendPool')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await field.fill('nothing')
  await expect(page.getByText('No screen is called so')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await dialog.getByRole('link', { name: 'My machines' }).click()
  await page.waitForURL('**#/myMiner')
})
