import type { components } from '../kit/src/api/schema.ts'
import { faultOfLine } from '../kit/src/solvency/line.ts'
import { openPhone, type Language } from './browser.ts'
import { expect, test, type Page } from './fixtures.ts'
import { flawsIn, looks, nameOf, type State } from './looks.ts'

type Reserves = components['schemas']['TransparencyReserves']

const path = '/transparency/'
const open = (page: Page, language: Language) => page.goto(`${path}?lang=${language}`)

/** The newest figures, as the file beside the page has them; the first line is written soon after a start. */
async function reservesOf(page: Page): Promise<Reserves> {
  let reserves: Reserves | undefined
  await expect(async () => {
    reserves = (await (await page.request.get(`${path}reserves.json`)).json()) as Reserves
    expect(reserves.number).toBeGreaterThan(0)
  }).toPass()
  return reserves!
}

/** An amount as English writes it, with two places at least. */
function written(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  return `${BigInt(whole).toLocaleString('en')}.${fraction.padEnd(2, '0')}`
}

test('the page says what the file beside it says, without a script and without a sign-in', async ({ browser, world }) => {
  const { context, page, faults } = await openPhone(browser, world.url)
  await context.route(/\.js$/, (route) => route.abort())
  let after!: Reserves
  // A line may be written between the two reads; page and file are then read again.
  await expect(async () => {
    await open(page, 'en')
    after = await reservesOf(page)
    await expect(page.locator('main')).toContainText(after.hash, { timeout: 100 })
  }).toPass()
  for (const { currency, owed, there } of after.currencies) {
    const card = page.locator('article').filter({ has: page.getByRole('heading', { name: currency, exact: true }) })
    await expect(card.first()).toContainText(`${written(owed)} ${currency}`)
    await expect(card.first()).toContainText(`${written(there)} ${currency}`)
  }
  for (const { units, address } of after.assets) if (units !== '0') await expect(page.locator('main')).toContainText(address)
  expect(await page.locator('script').count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('the log can be checked by whoever reads it, and every other path leads to the app', async ({ page }) => {
  await reservesOf(page)
  const answer = (await (await page.request.post('/api/open/reserves?from=1')).json()) as { data: Reserves }
  let previous = '0'.repeat(64)
  for (const line of answer.data.lines) {
    expect(faultOfLine({ ...line, previous })).toBeNull()
    previous = line.hash
  }
  // The log begins when the pools are funded, and not with sums of nothing.
  expect(answer.data.lines[0]?.text).toMatch(/^sum\|P\.[A-Z.]+\|USDT\|[1-9]/m)
  expect(faultOfLine({ ...answer.data.lines[0]!, text: `${answer.data.lines[0]!.text} ` })).toBe('hash')
  await page.goto('/transparency')
  expect(new URL(page.url()).pathname).toBe(path)
  await page.goto('/nothing-here')
  expect(new URL(page.url()).pathname).toBe('/')
})

const state: State = { show: open }

for (const look of looks) {
  test(`the page looks well in ${nameOf(look)}`, async ({ page, openPhone: phone }) => {
    await reservesOf(page)
    expect(await flawsIn(look, { transparency: state }, phone)).toEqual({})
  })
}

test('no word or figure on it is wider than a phone', async ({ openPhone: phone }) => {
  const { page } = await phone({ language: 'ru', width: 320 })
  await open(page, 'ru')
  await page.evaluate(() => {
    for (const leaf of document.querySelectorAll('main :not(:has(*)):not(pre, svg *, thead *)')) leaf.textContent = 'ш'.repeat(60)
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
