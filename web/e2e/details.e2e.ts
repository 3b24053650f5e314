import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, languages, openBrowser, openPhone, takePicture, type KeptState } from './browser.ts'
import { settle } from './inspect.ts'
import { signIn } from './journey.ts'
import { startWorld, type World } from './world.ts'

// What is small and was wrong once: lines, edges and empty places, as somebody new meets them.

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

test('somebody new signs in', async () => {
  const { page, context } = await openPhone(browser)
  await signIn(page, world)
  kept = await keptBy(context)
  await context.close()
})

async function show(page: Page, path: string): Promise<void> {
  await page.goto(`${world.url}/#${path}`)
  await settle(page)
}

/** How many lines the text of an element takes. */
async function linesOf(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom / 8))).size
    })
}

test.each([390, 320])('the address stands once and on one line at %d px', async (width) => {
  const { page, context } = await openPhone(browser, { kept, width })
  await show(page, '/mine')
  expect(await linesOf(page, 'main section .fig')).toBe(1)
  const masked = await page.locator('main section .fig').first().innerText()
  expect(masked).toMatch(/^0x\w{4}\*{6}\w{6}$/)
  expect(await page.locator('main').getByText(masked, { exact: true }).count()).toBe(1)
  await takePicture(page, `details-mine-${width}`, false)
  await context.close()
})

test('the wallet of somebody new lists no rows of zeros, and its ways have signs of their own', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await show(page, '/wallet')
  await page.getByRole('link', { name: 'Withdraw' }).waitFor()
  expect(await page.locator('a[href*="/balanceDetail"]').count()).toBe(4)
  expect(await page.locator('a[href*="/balanceDetail"] dl').count()).toBe(0)
  const signs = await page
    .locator('a[href$="/withdraw"] svg, a[href$="/finance"] svg, a[href$="/transaction"] svg, a[href*="/balanceDetail"] svg')
    .evaluateAll((all) => new Set(all.map((one) => one.innerHTML)).size)
  // Three ways and the arrow of the rows, beside the coins' own marks.
  expect(signs).toBeGreaterThanOrEqual(4)
  await takePicture(page, 'details-wallet', false)
  await context.close()
})

test('nothing stands empty in a swap that is not filled in, and no dash stands alone', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await show(page, '/swap?pay=USDT&receive=ETH')
  const button = page.locator('main button.w-full').last()
  const above = await button.evaluate((element) => element.getBoundingClientRect().top - (element.previousElementSibling?.getBoundingClientRect().bottom ?? 0))
  expect(above).toBeLessThanOrEqual(24)
  const alone = await page
    .locator('main')
    .evaluate((main) =>
      [...main.querySelectorAll('*')]
        .filter((element) => element.children.length === 0 && element.textContent?.trim() === '—' && element.closest('dd') === null)
        .map((element) => element.outerHTML),
    )
  expect(alone).toEqual([])
  await takePicture(page, 'details-swap', false)
  await context.close()
})

test.each(languages)('the hub of swaps begins with what can be done, in %s', async (language) => {
  const { page, context } = await openPhone(browser, { kept, language })
  await page.setViewportSize({ width: 390, height: 664 })
  await show(page, '/finance')
  const first = (await page.locator('a[href*="/swap?pay="]').first().boundingBox())!
  expect(first.y + first.height).toBeLessThanOrEqual(664)
  const last = (await page.locator('a[href*="/swap?pay="]').last().boundingBox())!
  const rules = (await page.locator('main p.text-muted.mt-4').first().boundingBox())!
  expect(rules.y).toBeGreaterThan(last.y)
  await takePicture(page, `details-finance-${language}`, false)
  await context.close()
})

test.each(languages)('the line of the demo is one line, in %s', async (language) => {
  const { page, context } = await openPhone(browser, { kept, language })
  await show(page, '/wallet')
  const line = (await page.locator('aside').first().boundingBox())!
  expect(line.height).toBeLessThanOrEqual(45)
  expect(await linesOf(page, 'aside p')).toBe(1)
  await context.close()
})

test('an amount that was typed is there again after a look at another screen', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await show(page, '/swap?pay=USDT&receive=ETH')
  await page.getByLabel('You pay').first().fill('12.5')
  await page.evaluate(() => (location.hash = '#/wallet'))
  await page.getByRole('link', { name: 'Withdraw' }).waitFor()
  await page.goBack()
  await expect.poll(() => page.getByLabel('You pay').first().inputValue()).toBe('12.5')
  await context.close()
})

test('no frame shows a new screen scrolled as the old one was', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await page.setViewportSize({ width: 390, height: 664 })
  await show(page, '/wallet')
  await show(page, '/finance')
  await page.evaluate(() => window.scrollTo(0, 400))
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  const frames = await page.evaluate(async () => {
    const before = document.querySelector('h1')?.textContent
    const seen: [boolean, number][] = []
    location.hash = '#/wallet'
    for (let frame = 0; frame < 60 && seen.filter(([isNew]) => isNew).length < 3; frame += 1) {
      await new Promise((done) => requestAnimationFrame(done))
      const title = document.querySelector('h1')?.textContent
      seen.push([title !== undefined && title !== before, window.scrollY])
    }
    return seen.filter(([isNew]) => isNew).map(([, top]) => top)
  })
  expect(frames).toEqual([0, 0, 0])
  await context.close()
})
