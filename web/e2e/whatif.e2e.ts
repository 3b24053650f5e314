import { expect, test } from './fixtures.ts'
import { axeFlaws } from './inspect.ts'
import { visit } from './looks.ts'
import { changeAnswer } from './mocks.ts'

test('two sliders move what is not certain, by hand and by keys, and what is certain stands still', async ({ person: { page } }) => {
  await changeAnswer(page, '/api/miner/detail', (offer) => ({
    ...offer,
    rate: '0.36',
    rateDay: '2026-11-22',
    estEtldPerDay: '0.36',
    estEtldTotal: '32.4',
    breakEvenPrice: '0.09876543',
    bidPrice: '0.5',
  }))
  await visit(page, '/goods?id=machineSmall')
  await page.getByText('What if the price or the network changes?').click()
  const part = page.getByRole('region', { name: 'What if' })
  const [price, network] = [part.getByRole('slider', { name: 'ETLD price' }), part.getByRole('slider', { name: /Network power/ })]
  const figures = part.locator('dd')
  await expect(price).toHaveAttribute('aria-valuetext', /^0\.50/)
  await expect(part).toContainText('16.20')
  await expect(part).toContainText('+13.00')
  const certain = await part.locator('dl > div').nth(2).innerText()
  await price.focus()
  await page.keyboard.press('Home')
  await expect(part).toContainText('−3.20')
  await page.keyboard.press('End')
  await expect(part).toContainText('+29.20')
  await network.fill('20')
  await expect(part).toContainText('16.2')
  await expect(part).toContainText('+13.00')
  expect(await part.locator('dl > div').nth(2).innerText()).toBe(certain)
  await expect(figures.first()).toBeVisible()
  expect(await axeFlaws(page)).toEqual([])
})

test('a word of the trade says what it means where it stands', async ({ person: { page } }) => {
  await visit(page, '/goods?id=machineSmall')
  const word = page.getByRole('button', { name: 'Power' })
  await word.click()
  await expect(page.getByText('twice the T, twice the ETLD')).toBeVisible()
  await expect(word).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByText('twice the T, twice the ETLD')).toHaveCount(0)
  await page.getByRole('button', { name: 'Service fee' }).click()
  await expect(page.getByText('is the repurchase part and has the lower fee')).toBeVisible()
})
