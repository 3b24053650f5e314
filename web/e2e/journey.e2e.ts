import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone, takePicture } from './browser.ts'
import { balance, comeBack, day, hour, fillWallet, signIn, topUp } from './journey.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let page: Page
let faults: string[]

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ;({ page, faults } = await openPhone(browser))
})

afterAll(async () => {
  await browser?.close()
  // Also replays the journal and checks every invariant.
  await world?.stop()
})

// The tests below are one person's way through the product, in order.

test('signs in and sees an honest, empty home page', async () => {
  await signIn(page, world)
  await page.getByText('No machine is running yet').waitFor()
  await takePicture(page, 'journey-1-home')
})

test('tops up from the wallet, on the real chain', async () => {
  await fillWallet(page)
  await topUp(page, world, '5000')
  await takePicture(page, 'journey-2-wallet')
})

test('buys a small machine from the balance and starts it', async () => {
  await page.goto(`${world.url}/#/goods?id=machineSmall`)
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: /^Pay .* from balance$/ }).click()
  await page.getByText('Purchase successful').first().waitFor()
  expect(await balance(page, 'USDT')).toMatchObject({ available: '4895', escrow: '105' })
  await page.getByRole('button', { name: 'Start now' }).click()
  await page.getByRole('button', { name: 'Waive and start' }).click()
  await page.getByText('The machine is running').first().waitFor()
  expect(await balance(page, 'USDT')).toMatchObject({ available: '4895', locked: '100', escrow: '0' })
  await takePicture(page, 'journey-3-machine')
})

test('buys a medium machine from the wallet, through a reload and a crash of the server', async () => {
  await page.goto(`${world.url}/#/goods?id=machineMedium`)
  await page.getByRole('radio', { name: /Wallet, on chain/ }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
  await page.getByRole('button', { name: /^Pay .* with wallet$/ }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Transaction submitted').first().waitFor()
  await takePicture(page, 'journey-4-payment')
  await world.crash()
  await page.reload()
  await page.getByText('Payment confirmed').first().waitFor({ timeout: 90_000 })
  expect(await balance(page, 'USDT')).toMatchObject({ available: '4895', locked: '1100' })
})

test('earns interest and ETLD day by day', async () => {
  // Interest is posted at the end of the clock hour in which it is due.
  await world.advance(2 * day + 2 * hour)
  await page.goto(`${world.url}/#/myMiner`)
  await page.reload()
  await page.getByText('Seven days of income').waitFor()
  // Two days of 0.02 and of 0.25 USDT.
  expect(await balance(page, 'USDT')).toMatchObject({ available: '4895.54', locked: '1100' })
  expect(Number((await balance(page, 'ETLD')).available)).toBeGreaterThan(0)
  await takePicture(page, 'journey-5-income')
  await page.goto(`${world.url}/#/transaction`)
  await page.getByText('Mining machine income').first().waitFor()
  await takePicture(page, 'journey-6-movements')
})

test('gets the principal back at maturity, to the atom', async () => {
  await world.advance(89 * day)
  await comeBack(page, world, '/myMiner?status=completed')
  await page.getByText('matured').first().waitFor()
  // 90 days of the small machine are 1.80; the medium one has had 91 of 0.25 USDT.
  expect(await balance(page, 'USDT')).toMatchObject({ available: '5019.55', locked: '1000' })
  await takePicture(page, 'journey-7-maturity')
  await page.goto(`${world.url}/#/mine?view=notices`)
  await page.getByText('Completed').first().waitFor()
  await takePicture(page, 'journey-8-notices')
})

test('leaves no fault in the browser behind', () => {
  // While the server was down, calls failed; that is logged and nothing else.
  const others = faults.filter((fault) => !/ERR_CONNECTION_REFUSED|TransportError/.test(fault))
  expect(others).toEqual([])
})
