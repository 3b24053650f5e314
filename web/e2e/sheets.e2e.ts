import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from './browser.ts'
import { settle } from './inspect.ts'
import { balance } from './journey.ts'
import { signInWith, TestWallet } from './testWallet.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let page: Page
let wallet: TestWallet

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  const opened = await openPhone(browser)
  page = opened.page
  wallet = new TestWallet(world)
  await wallet.install(opened.context)
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const sheet = () => page.getByRole('dialog')
const place = () => page.evaluate(() => location.hash)

async function open(path: string): Promise<void> {
  await page.goto(`${world.url}/#/`)
  await page.evaluate((to) => location.assign(to), `#${path}`)
  await settle(page)
}

test('a wallet with a balance signs in', async () => {
  await signInWith(page, world)
  await wallet.topUp('1000')
  await expect.poll(async () => (await balance(page, 'USDT')).available, { timeout: 60_000 }).toBe('1000')
})

/** Every sheet that a newcomer can open: its screen, how it is opened, what is typed before. */
const cases = [
  ['top-up', '/wallet', async () => page.getByRole('button', { name: 'Top up' }).first().click()],
  ['a movement', '/transaction', async () => page.locator('main li button').first().click()],
  ['types', '/transaction', async () => page.getByRole('button', { name: /Type/ }).first().click()],
  ['dates', '/transaction', async () => page.getByRole('button', { name: /Dates/ }).first().click()],
  ['export', '/transaction', async () => page.locator('header button').last().click()],
  ['closing the wallet', '/mine', async () => page.getByRole('button', { name: 'Disconnect wallet' }).first().click()],
] as const

test.each(cases)('back closes the sheet (%s) and stays on the screen; a reload keeps it, a link opens it', async (_, path, openSheet) => {
  await open(path)
  await openSheet()
  await sheet().waitFor()
  const address = await place()
  await page.goBack()
  await sheet().waitFor({ state: 'hidden' })
  expect(await place()).toBe(`#${path}`)
  await openSheet()
  await sheet().waitFor()
  await page.reload()
  await sheet().waitFor()
  await page.keyboard.press('Escape')
  await sheet().waitFor({ state: 'hidden' })
  expect(await place()).toBe(`#${path}`)
  await page.goBack()
  expect(await place()).not.toContain(path)
  await page.goto(`${world.url}/?link#${address.slice(1)}`)
  await sheet().waitFor()
  await page.keyboard.press('Escape')
  await sheet().waitFor({ state: 'hidden' })
  expect((await place()).split('?')[0]).toBe(`#${path}`)
})

test('back closes the order and keeps what was entered, where it was entered', async () => {
  await open('/goods?id=machineSmall')
  const quantity = page.getByRole('textbox').first()
  await quantity.fill('2')
  // A press scrolls to its button first, so the place is that of the button.
  const review = page.getByRole('button', { name: 'Review the order' })
  await settle(page)
  await review.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(0)
  await review.click()
  await sheet().waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await page.goBack()
  await sheet().waitFor({ state: 'hidden' })
  expect(await quantity.inputValue()).toBe('2')
  expect(await page.evaluate(() => scrollY)).toBe(before)
})

test('after a purchase "back" leads to the machine for sale, not into its order', async () => {
  await open('/goods?id=machineSmall')
  await page.getByRole('button', { name: 'Review the order' }).click()
  await sheet().getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/#\/myMiner/)
  await sheet().waitFor()
  await page.goBack()
  await page.waitForURL(/#\/goods/)
  await settle(page)
  expect(await sheet().count()).toBe(0)
})

/** Pulls down from what the selector finds, and tells what the page said before the finger left. */
async function pullDown(selector: string): Promise<string> {
  return page.evaluate(async (selector) => {
    const target = document.querySelector(selector)
    if (!target) throw new Error('nothing to touch')
    const touch = (y: number) => new Touch({ identifier: 1, target, clientX: 100, clientY: y })
    const fire = (name: string, y: number) =>
      target.dispatchEvent(
        new TouchEvent(name, { bubbles: true, cancelable: true, touches: name === 'touchend' ? [] : [touch(y)], changedTouches: [touch(y)] }),
      )
    fire('touchstart', 200)
    for (const y of [240, 300, 400, 480]) fire('touchmove', y)
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    const said = /(Pull|Release) to refresh/i.exec(document.body.innerText)?.[0] ?? ''
    fire('touchend', 480)
    return said
  }, selector)
}

test('pulling inside a sheet does nothing to the page behind', async () => {
  await open('/transaction')
  await page.getByRole('button', { name: /Type/ }).first().click()
  await sheet().waitFor()
  expect(await pullDown('[role=dialog] label, [role=dialog] button')).toBe('')
  await page.keyboard.press('Escape')
  await sheet().waitFor({ state: 'detached' })
  // The same on the page itself reads it again.
  const asked = page.waitForRequest(/balanceDetail/)
  expect(await pullDown('main h2, main button')).toBe('Release to refresh')
  await asked
})
