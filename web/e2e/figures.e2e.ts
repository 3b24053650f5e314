import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone, takePicture } from './browser.ts'
import { settle } from './inspect.ts'
import { apiCall, balance, day, hour, secondsUntil } from './journey.ts'
import { signInWith, TestWallet } from './testWallet.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  const opened = await openPhone(browser)
  page = opened.page
  const wallet = new TestWallet(world)
  await wallet.install(opened.context)
  await signInWith(page, world)
  await world.faucet(wallet.account.address)
  await wallet.pay('400')
})

afterAll(async () => {
  await browser?.close()
  // Also replays the journal and checks every invariant.
  await world?.stop()
})

let visits = 0

async function open(path: string): Promise<void> {
  await page.goto(`${world.url}/?visit=${visits++}#${path}`)
  await settle(page)
}

/** The figure below a name. */
async function below(name: string): Promise<number> {
  const text = await page.getByText(name, { exact: true }).locator('xpath=following-sibling::*[1]').first().innerText()
  return Number.parseFloat(text.replaceAll(',', ''))
}

test('three machines bought at once are one notice, which opens to three', async () => {
  await expect.poll(async () => (await balance(page, 'USDT')).available, { timeout: 90_000 }).toBe('400')
  const { termsVersion } = (await apiCall(page, '/api/miner/detail', { id: 'machineSmall' })) as { termsVersion: string }
  await apiCall(page, '/api/miner/purchaseMiner', {
    productId: 'machineSmall',
    quantity: '3',
    payType: 'balance',
    startNow: 'true',
    termsVersion,
    requestId: 'three-machines-at-once',
  })
  await open('/mine?view=notices')
  const told = page.getByText('Machine started', { exact: true })
  await told.first().waitFor()
  expect(await told.count()).toBe(1)
  await takePicture(page, 'figures-three')
  await page.getByRole('button', { name: '2 more like this' }).click()
  expect(await told.count()).toBe(3)
})

test('"today" is the platform\'s day on every screen, and what was posted today is called the output of yesterday', async () => {
  await open('/')
  await page.getByText('Today’s output (estimate)').first().waitFor()
  await open('/myMiner')
  // The machines began today, so yesterday has brought nothing.
  expect([await below('My power'), await below('ETLD of yesterday')]).toEqual([3, 0])
  await page.getByText('Yesterday’s output', { exact: true }).waitFor({ state: 'detached' })
  // The first day ends, and the second one, which every machine ran from its first second to its last.
  await world.advance(secondsUntil(0) + hour)
  await world.advance(day)
  await expect
    .poll(async () => Number(((await apiCall(page, '/api/miner/minerStatistics')) as { todayEtld: string }).todayEtld), { timeout: 60_000 })
    .toBeGreaterThan(0)
  await open('/myMiner')
  const yesterday = await below('ETLD of yesterday')
  const rate = await below('Per T yesterday')
  // Three machines of 1 T each, a whole day: the figure beside it, times three.
  expect(yesterday).toBeCloseTo(3 * rate, 3)
  // No other machine runs: the network is theirs, in one measure with "my power".
  await page.getByText(/^Network 3(\.0+)?\sT$/).waitFor()
  await takePicture(page, 'figures-statistics')
  const chosen = page.getByRole('group', { name: 'Seven days of income' }).getByRole('radio', { checked: true })
  expect(Number.parseFloat((await chosen.getAttribute('aria-label'))!.match(/output ([\d.,]+)/)![1]!)).toBeCloseTo(yesterday, 2)
  await page.getByText('· today').waitFor()
})

/** How many decimals each figure has that stands in a text. */
const decimalsIn = (text: string) => [...text.matchAll(/\d[\d,]*(?:\.(\d+))?/g)].map(([, decimals]) => decimals?.length ?? 0)

test('figures of one kind that stand side by side have as many decimals', async () => {
  await open('/')
  const cards = page.locator('main a[href*="/goods?id="]')
  await cards.first().waitFor()
  const interests = await cards.evaluateAll((all) => all.map((card) => card.textContent!.match(/\+[\d,.]+/)![0]))
  expect(interests.length).toBeGreaterThanOrEqual(3)
  expect(new Set(interests.map((text) => decimalsIn(text)[0])).size, String(interests)).toBe(1)
  await page.locator('main').getByText('ETLD/USDT').first().scrollIntoViewIfNeeded()
  const rows = await page
    .locator('main li')
    .filter({ hasText: /^[A-Z]+\/USDT/ })
    .allInnerTexts()
  expect(rows.length).toBeGreaterThanOrEqual(2)
  for (const row of rows) {
    const figures = [...row.matchAll(/(?:^|\s)([\d,]+\.\d+)(?=\s|$)/g)].map(([, figure]) => figure!)
    expect(new Set(figures.map((text) => decimalsIn(text)[0])).size, row).toBeLessThanOrEqual(1)
  }
  await takePicture(page, 'figures-home')
})
