import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, languages, openBrowser, openPhone, takePicture, type KeptState } from './browser.ts'
import { settle } from './inspect.ts'
import { apiCall, balance, day } from './journey.ts'
import { textOf } from './texts.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let kept: KeptState

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

/** The most presses from the address to a machine that runs. */
const pressesMax = 10

test('somebody with an empty demo wallet has a running machine after ten presses', async () => {
  const { page, context } = await openPhone(browser)
  let presses = 0
  const press = async (target: ReturnType<Page['getByRole']>) => {
    await target.click()
    presses += 1
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await page.goto(`${world.url}/#/`)
  await press(button('Connect wallet'))
  await press(button('Allow'))
  await press(button('Sign'))
  await press(page.getByRole('link', { name: /Small machine/ }).first())
  // The balance is empty, so the wallet pays unless one chooses otherwise.
  await page.getByRole('button', { name: 'Review the order' }).waitFor()
  expect(await page.getByRole('radio', { name: /Wallet, on chain/ }).isChecked()).toBe(true)
  await press(page.getByRole('checkbox'))
  await press(button('Review the order'))
  await press(button('Reserve and go to payment'))
  await page.getByText('Not enough in your wallet').waitFor()
  await takePicture(page, 'first-coins', false)
  await press(page.getByRole('dialog').getByRole('button', { name: 'Get test coins' }))
  await page.getByText(/^In your wallet: /).waitFor()
  await press(button('Pay 105.00 USDT with wallet'))
  await press(button('Send'))
  await page.getByText('The machine is running').waitFor({ timeout: 90_000 })
  await takePicture(page, 'first-running', false)
  expect(presses).toBeLessThanOrEqual(pressesMax)
  expect(page.url()).toContain('/goods?')
  expect(((await apiCall(page, '/api/miner/findMyList', { status: 'running' })) as { list: unknown[] }).list).toHaveLength(1)
  await page.getByRole('link', { name: 'See the machine' }).click()
  await page.getByRole('dialog').getByText('Running').first().waitFor()
  kept = await keptBy(context)
  await context.close()
})

test('by balance it takes ten presses too: what is missing is topped up in the sheet of the order', async () => {
  const { page, context } = await openPhone(browser)
  let presses = 0
  const press = async (target: ReturnType<Page['getByRole']>) => {
    await target.click()
    presses += 1
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await page.goto(`${world.url}/#/`)
  await press(button('Connect wallet'))
  await press(button('Allow'))
  await press(button('Sign'))
  await press(page.getByRole('link', { name: /Small machine/ }).first())
  await press(page.getByRole('radio', { name: /^Balance/ }))
  await press(page.getByRole('checkbox'))
  await press(button('Top up and buy'))
  await page.getByText('Your balance lacks 105.00').waitFor()
  await takePicture(page, 'first-topup-short', false)
  await press(page.getByRole('dialog').getByRole('button', { name: 'Get test coins' }))
  await page.getByText(/^In your wallet: /).waitFor()
  await press(button(/^Top up 105\.00.USDT and buy$/))
  await press(button('Send'))
  await page.getByText('Buying as soon as it is credited').waitFor()
  await takePicture(page, 'first-topup-underway', false)
  await page.waitForURL(/#\/myMiner\?status=running/, { timeout: 90_000 })
  await page.getByRole('dialog').getByText('Running').first().waitFor()
  expect(presses).toBeLessThanOrEqual(pressesMax)
  expect(await balance(page, 'USDT')).toMatchObject({ available: '0', locked: '100' })
  expect(((await apiCall(page, '/api/miner/findMyList', { status: 'running' })) as { list: unknown[] }).list).toHaveLength(1)
  await context.close()
})

test('the demo wallet lets a day pass, and the machine has earned', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await page.goto(`${world.url}/#/myMiner`)
  await settle(page)
  const before = await serverTime(page)
  await page.getByRole('button', { name: 'Demo wallet' }).click()
  const skip = page.getByRole('button', { name: 'Skip a day' })
  await skip.click()
  await page.getByText('A day has passed').first().waitFor({ timeout: 60_000 })
  await skip.click()
  await expect.poll(async () => (await serverTime(page)) - before, { timeout: 60_000 }).toBeGreaterThanOrEqual(2 * day * 1000)
  await expect.poll(async () => Number((await balance(page, 'USDT')).available), { timeout: 60_000 }).toBeGreaterThan(0)
  await context.close()
})

async function serverTime(page: Page): Promise<number> {
  return Date.parse(((await apiCall(page, '/api/open/app')) as { serverTime: string }).serverTime)
}

const heights = [844, 664]

test.each(languages.flatMap((language) => heights.map((height) => [language, height] as const)))(
  'home and trade show what they are for without scrolling, in %s at %d',
  async (language, height) => {
    const { page, context } = await openPhone(browser, { kept, language, theme: height === 664 ? 'light' : 'dark' })
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height })
      await page.goto(`${world.url}/?first=${width}#/`)
      await settle(page)
      await takePicture(page, `first-home-${language}-${width}-${height}`, false)
      const tabs = await page.getByRole('navigation').last().boundingBox()
      // The first machine's price; a narrow phone shows its head.
      const price = await page.locator('a[href*="machineSmall"] .fig').nth(1).boundingBox()
      if (width === 390) expect(price!.y + price!.height).toBeLessThan(tabs!.y)
      await page.goto(`${world.url}/?first=${width}#/trade`)
      await settle(page)
      await takePicture(page, `first-trade-${language}-${width}-${height}`, false)
      const sell = await page.getByRole('button', { name: textOf(language, 'trade', 'step.no_quantity') }).boundingBox()
      if (width === 390) expect(sell!.y + sell!.height).toBeLessThan(tabs!.y)
    }
    await context.close()
  },
)

test('the top-up says what the least deposit is', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await page.goto(`${world.url}/#/`)
  await page.getByRole('link', { name: 'Top up' }).click()
  await page.getByText(/The least deposit: 0\.01.USDT, 0\.1.ETLD/).waitFor()
  await context.close()
})
