import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, openBrowser, openPhone, takePicture, type KeptState } from './browser.ts'
import { settle } from './inspect.ts'
import { apiCall, balance } from './journey.ts'
import { signInWith, TestWallet } from './testWallet.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let context: BrowserContext
let page: Page
let wallet: TestWallet
let kept: KeptState

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  const opened = await openPhone(browser)
  page = opened.page
  context = opened.context
  wallet = new TestWallet(world)
  await wallet.install(context)
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const pressesMax = 120
let visits = 0

async function open(path: string): Promise<void> {
  await page.goto(`${world.url}/?visit=${(visits += 1)}#${path}`)
  await settle(page)
}

interface Stop {
  name: string
  isSeen: boolean
  isMarked: boolean
  isInSheet: boolean
}

/** What has the keyboard's focus: whether it can be seen, and whether it is marked. */
function focused(): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const box = element.getBoundingClientRect()
    // The middle of what is inside the window; long elements need not be seen whole.
    const x = (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2
    const y = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2
    const top = document.elementFromPoint(x, y)
    const marks = [element, element.parentElement, element.closest('[class*=focus]')].filter((one) => one !== null)
    return {
      name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''} ${element.getAttribute('value') ?? ''}`.trim(),
      isSeen:
        box.bottom > 0 &&
        box.top < innerHeight &&
        top !== null &&
        (element.contains(top) || top.contains(element) || element.closest('label')?.contains(top) === true),
      isMarked:
        marks.some((one) => getComputedStyle(one).outlineStyle !== 'none') ||
        (element.tagName === 'INPUT' && element.closest('.focus-within\\:border-\\[var\\(--brass\\)\\]') !== null),
      isInSheet: element.closest('[role=dialog]') !== null,
    }
  })
}

/** Walks through the page by the Tab key, from its beginning until it comes round. */
async function walk(): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let press = 0; press < pressesMax; press += 1) {
    await page.keyboard.press('Tab')
    const stop = await focused()
    if (!stop) return stops
    stops.push(stop)
  }
  throw new Error('the Tab key never comes round')
}

test('a wallet tops up USDT and ETLD', async () => {
  await signInWith(page, world)
  await wallet.topUp('5000')
  await wallet.pay('1000', 'ETLD')
  await expect.poll(async () => (await balance(page, 'USDT')).available, { timeout: 60_000 }).toBe('5000')
  await expect.poll(async () => (await balance(page, 'ETLD')).available, { timeout: 60_000 }).toBe('1000')
  kept = await keptBy(context)
})

test.each(['/', '/goods?id=machineSmall', '/swap?pay=USDT&receive=ETH', '/trade', '/myMiner', '/wallet'])(
  '%s is walked through by the Tab key: each stop is seen and marked',
  async (path) => {
    await open(path)
    const stops = await walk()
    expect(stops.length).toBeGreaterThan(3)
    expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([])
    expect(stops.filter(({ isMarked }) => !isMarked)).toEqual([])
  },
)

/** Opens a sheet with the Enter key, walks once round in it, closes it with Escape. */
async function expectSheetHoldsFocus(opener: string | RegExp): Promise<Stop[]> {
  const button = page.getByRole('button', { name: opener }).last()
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await settle(page)
  const stops: Stop[] = []
  for (let press = 0; press < 14; press += 1) {
    await page.keyboard.press('Tab')
    // The guard at the end hands the focus on in the next frame; no hand is faster than that.
    await page.waitForFunction(() => !document.activeElement?.closest('[data-base-ui-focus-guard]'))
    const stop = await focused()
    if (stop) stops.push(stop)
  }
  expect(stops.filter(({ isInSheet, name }) => !isInSheet && !/focus-guard/.test(name) && name !== 'SPAN')).toEqual([])
  expect(stops.filter(({ isInSheet, isSeen, isMarked }) => isInSheet && !(isSeen && isMarked))).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await focused())?.name).toMatch(opener)
  return stops
}

test('the order sheet holds the focus, ends with the payment, and gives the focus back', async () => {
  await open('/goods?id=machineSmall')
  const stops = await expectSheetHoldsFocus(/Review the order/)
  expect(stops.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^BUTTON Pay 105\.00\sUSDT from balance/))
})

test('the sale sheet holds the focus and gives it back', async () => {
  await open('/trade')
  await page.getByLabel('Quantity to sell').fill('100')
  await expect.poll(() => page.getByRole('button', { name: 'Review the sale' }).isEnabled()).toBe(true)
  await expectSheetHoldsFocus(/Review the sale/)
})

test('the top-up sheet holds the focus and gives it back', async () => {
  await open('/wallet')
  await expectSheetHoldsFocus(/^(BUTTON )?Top up/)
})

test('an exchange is made with the keyboard alone', async () => {
  await open('/swap?pay=USDT&receive=ETH')
  await page.getByLabel('You pay', { exact: true }).focus()
  await page.keyboard.type('12,5')
  await expect.poll(() => page.locator('main').getByRole('button', { name: 'Exchange', exact: true }).last().isEnabled()).toBe(true)
  for (let press = 0; press < 20 && (await focused())?.name.startsWith('BUTTON Exchange') !== true; press += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  for (let press = 0; press < 20 && (await focused())?.name.startsWith('BUTTON Exchange 12.50 USDT') !== true; press += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Redemption successful').first().waitFor()
  const { list } = (await apiCall(page, '/api/userAccount/exchangeRecord')) as { list: { payAmount: string }[] }
  expect(list.map(({ payAmount }) => payAmount)).toEqual(['12.5'])
})

test('who prefers less motion sees nothing move, also where something waits', async () => {
  for (const path of ['/', '/goods?id=machineSmall', '/swap?pay=USDT&receive=ETH', '/trade']) {
    await open(path)
    expect(await moving(page), path).toEqual([])
  }
  const { page: calm, context: other } = await openPhone(browser, { kept })
  // Nothing answers: whatever waits goes on waiting.
  await other.route('**/api/**', () => undefined)
  for (const path of ['/', '/swap', '/trade']) {
    await calm.goto(`${world.url}/?visit=${(visits += 1)}#${path}`)
    await calm.locator('main .skeleton, [role=status]').first().waitFor()
    expect(await moving(calm), path).toEqual([])
  }
  await takePicture(calm, 'motion-waiting', false)
  await other.close()
})

/** What moves or turns for longer than a moment; what only fades may go on. */
function moving(where: Page): Promise<string[]> {
  return where.evaluate(() =>
    document
      .getAnimations()
      .filter((one) => Number(one.effect?.getComputedTiming().duration ?? 0) > 1)
      .filter(
        (one) =>
          one.effect instanceof KeyframeEffect &&
          one.effect.getKeyframes().some((frame) => 'transform' in frame || 'rotate' in frame || 'translate' in frame || 'scale' in frame),
      )
      .map((one) => (one.effect as KeyframeEffect).target?.outerHTML.slice(0, 120) ?? ''),
  )
}

test('a toast that has the focus or the pointer stays until it is left', async () => {
  const { page: own, context: other } = await openPhone(browser, { kept })
  await other.grantPermissions(['clipboard-read', 'clipboard-write'])
  await own.clock.install()
  await own.goto(`${world.url}/#/mine`)
  await settle(own)
  const toast = own.locator('[aria-live]', { hasText: 'Copied successfully' })
  const box = own.locator('[tabindex="0"]', { has: toast })
  for (const [hold, leave] of [
    [() => box.focus(), () => box.blur()],
    [() => toast.hover(), () => own.mouse.move(1, 840)],
  ] as const) {
    await own.getByRole('button', { name: /^Copy/ }).first().click()
    await toast.waitFor()
    await hold()
    await own.clock.fastForward(60_000)
    await takePicture(own, 'toast-held', false)
    expect(await toast.count()).toBe(1)
    await leave()
    await own.clock.fastForward(3_000)
    await own.clock.fastForward(3_000)
    await toast.waitFor({ state: 'detached' })
  }
  await other.close()
})
