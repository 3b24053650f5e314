import { buyMachines } from './family.ts'
import { expect, test } from './fixtures.ts'
import { visit } from './looks.ts'
import { asOfADay, changeAnswer } from './mocks.ts'

test('two sliders move what is not certain, by hand and by keys, and what is certain stands still', async ({ person: { page } }) => {
  await changeAnswer(page, '/api/miner/detail', asOfADay)
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
})

test('what comes back for certain beyond the payment is called a gain', async ({ person: { page } }) => {
  await visit(page, '/goods?id=machineLarge')
  const certain = page.getByRole('region', { name: 'What is certain', exact: true })
  await expect(certain).toContainText('10,500.00')
  await expect(certain).toContainText(/Net certain gain\s*\+580\.00/)
  await expect(certain).not.toContainText('Net certain cost')
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

test('a machine of mine has the sliders too, and says what its ETLD would have brought, sold each day at the real bids', async ({ person }) => {
  const { page, fund } = person
  await fund('200')
  const { minerNos } = await buyMachines(person)
  await changeAnswer(page, '/api/miner/myDetail', (detail) => ({ ...detail, etldPaid: '6.5' }))
  await changeAnswer(page, '/api/miner/minerStatistics', (sums) => ({ ...sums, rate: '0.36' }))
  const day = (period: string, output: string) => ({ period, output, interest: '0.02', principal: '0' })
  await changeAnswer(page, '/api/miner/statement', (statement) => ({
    ...statement,
    year: '2026',
    years: ['2026'],
    list: [day('2026-11-20', '2'), day('2026-11-21', '3.5'), day('2026-11-22', '1')],
  }))
  const point = (at: string, close: string) => ({ at, open: close, high: close, low: close, close })
  await changeAnswer(page, '/api/main/priceHistory', (history) => ({
    ...history,
    list: [point('2026-11-19T16:00:00Z', '0.5'), point('2026-11-21T16:00:00Z', '0.25')],
  }))
  await visit(page, `/myMiner?id=${minerNos[0]}`)
  await page.getByText('What if the price or the network changes?').click()
  const sliders = page.getByRole('region', { name: 'What if', exact: true })
  const certain = await sliders.locator('dl > div').nth(2).innerText()
  const left = await sliders.locator('dl > div').nth(3).innerText()
  await sliders.getByRole('slider', { name: 'ETLD price' }).focus()
  await page.keyboard.press('End')
  await expect(sliders.locator('dl > div').nth(3)).not.toHaveText(left)
  expect(await sliders.locator('dl > div').nth(2).innerText()).toBe(certain)
  await page.getByText('What if I had sold each day?').click()
  const part = page.getByRole('region', { name: 'Sold each day' })
  await expect(part).toContainText('on days with a buyer3.00 ETLD')
  await expect(part).toContainText('would have brought≈ 1.25 USDT')
  await expect(part).toContainText('On 1 day nobody bought: kept3.50 ETLD')
})

test('before a day is closed the line of a machine of mine stays where it was and says why it knows nothing', async ({ person }) => {
  const { page, fund } = person
  await fund('200')
  const { minerNos } = await buyMachines(person)
  await changeAnswer(page, '/api/miner/minerStatistics', (sums) => ({ ...sums, rate: null }))
  await visit(page, `/myMiner?id=${minerNos[0]}`)
  await page.getByRole('dialog').getByText('What if the price or the network changes?').click()
  await expect(page.getByRole('dialog').getByText('There is no daily rate yet')).toBeVisible()
})
