import type { Locator } from '@playwright/test'
import { expect, test, type Page } from './fixtures.ts'
import { axeFlaws, opens, settle } from './inspect.ts'
import { visit } from './looks.ts'
import { textOf } from './texts.ts'

test('a few letters and Enter lead to any screen', async ({ person: { page } }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page, '/')
  const dialog = page.getByRole('dialog', { name: 'Go to' })
  // What listens comes when the page is quiet.
  await opens(page, 'Control+k', dialog)
  const field = page.getByRole('searchbox', { name: 'Find a screen' })
  await expect(field).toBeFocused()
  await page.keyboard.type('divid')
  await expect(dialog.getByRole('link')).toHaveCount(1)
  await field.press('Enter')
  await page.waitForURL('**#/dividendPool')
  await expect(dialog).toHaveCount(0)
  // A character alone opens nothing: dictation would press it.
  await page.keyboard.press('/')
  await page.keyboard.press('=')
  await settle(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+/')
  await field.fill('nothing')
  await expect(page.getByText('No screen has that name')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await dialog.getByRole('link', { name: 'My machines' }).click()
  await page.waitForURL('**#/myMiner')
})

for (const language of ['ru', 'zhtw'] as const) {
  test(`a word of the language leads to a screen too: ${language}`, async ({ person }) => {
    const { page } = await person.on({ language })
    await visit(page, '/')
    const field = page.getByRole('searchbox', { name: textOf(language, 'help', 'palette.search') })
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await expect(field).toBeFocused({ timeout: 500 })
    }).toPass()
    // As it is usually written, without the two points.
    await page.keyboard.type(textOf(language, 'help', 'palette.go.wallet').replace('ё', 'е'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**#/wallet')
  })
}

/** Keeps something pressed until it answers. */
async function keepPressed(page: Page, what: Locator): Promise<void> {
  await what.scrollIntoViewIfNeeded()
  await what.hover()
  await page.mouse.down()
  await page.getByRole('dialog').waitFor()
  await page.mouse.up()
}

test('an amount that is kept pressed is shown in the other currency with its formula, and a tab leads on; keys do the same', async ({ person }) => {
  const { page, fund } = person
  await fund('40', 'ETLD')
  await visit(page, '/wallet')
  const amounts = page.getByRole('dialog', { name: 'What it comes to' })
  // What listens comes when the page is quiet.
  await expect(async () => {
    await page.keyboard.press('Alt+=')
    await expect(amounts).toBeVisible({ timeout: 500 })
  }).toPass()
  await settle(page)
  expect(await axeFlaws(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(amounts).toHaveCount(0)
  const card = page.getByRole('link', { name: /ETLD.*40/ })
  await keepPressed(page, card.locator('[data-of="40 ETLD"]').first())
  await expect(amounts).toContainText(/40\.00 ETLD.*≈ [\d.]+ USDT.*40\.00 ETLD × 0\.\d+ USDT per ETLD by the funded bids/)
  await amounts.screenshot({ path: 'e2e/artifacts/held-amount.png' })
  await page.keyboard.press('Escape')
  await expect(amounts).toHaveCount(0)
  // The card below was not followed, and is by the next press.
  expect(page.url()).toContain('#/wallet')
  await card.focus()
  await page.keyboard.press('Alt+=')
  await expect(amounts).toContainText('40.00 ETLD')
  await page.keyboard.press('Escape')
  await expect(amounts).toHaveCount(0)
  await card.click()
  await page.waitForURL('**#/balanceDetail?currency=ETLD')
  await page.goBack()
  const ways = page.getByRole('dialog', { name: 'Quick ways' })
  const tab = page.getByRole('navigation').getByRole('link', { name: 'Trade' })
  await keepPressed(page, tab)
  await ways.getByRole('link', { name: 'Swap' }).click()
  await page.waitForURL('**#/swap')
  await page.goBack()
  await tab.focus()
  await page.keyboard.press('ArrowUp')
  await ways.getByRole('link', { name: 'Blind box' }).waitFor()
  await ways.screenshot({ path: 'e2e/artifacts/held-tab.png' })
  await page.keyboard.press('Escape')
  await expect(ways).toHaveCount(0)
  await expect(tab).toBeFocused()
})

test('an amount in a sheet can be held too, and the sheet stays', async ({ person: { page, fund } }) => {
  await fund('400')
  await visit(page, '/transaction?as=accounts')
  await page.getByRole('button', { name: /Deposit/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Movement' })
  await sheet.waitFor()
  const amount = sheet.locator('[data-of="400 USDT"]').first()
  const told = page.getByText(/400\.00 USDT ≈ [\d.,]+ ETLD \(÷ 0\.\d+ USDT\)/)
  // What listens comes with the first press.
  await expect(async () => {
    await amount.hover()
    await page.mouse.up()
    await page.mouse.down()
    await expect(told).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.mouse.up()
  await expect(sheet).toBeVisible()
})
