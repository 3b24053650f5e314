import { languages } from './browser.ts'
import type { Locator } from '@playwright/test'
import { expect, test, type Page } from './fixtures.ts'
import { settle } from './inspect.ts'
import { doubleText, turnTo, visit } from './looks.ts'
import { changeAnswer } from './mocks.ts'
import { textOf } from './texts.ts'

// What is small and was wrong once: lines, edges and empty places, as somebody new meets them.

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

test('the address stands once and on one line at 390 and 320 px', async ({ person: { page } }) => {
  await visit(page, '/mine')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await linesOf(page, 'main section .fig')).toBe(1)
    const masked = await page.locator('main section .fig').first().innerText()
    expect(masked).toMatch(/^0x\w{4}\*{6}\w{6}$/)
    await expect(page.locator('main').getByText(masked, { exact: true })).toHaveCount(1)
  }
})

test('the wallet of somebody new lists no rows of zeros, and its ways have signs of their own', async ({ person: { page } }) => {
  await visit(page, '/wallet')
  await page.getByRole('link', { name: 'Withdraw', exact: true }).waitFor()
  await expect(page.locator('a[href*="/balanceDetail"]')).toHaveCount(4)
  await expect(page.locator('a[href*="/balanceDetail"] dl')).toHaveCount(0)
  const signs = await page
    .locator('a[href$="/withdraw"] svg, a[href$="/finance"] svg, a[href$="/transaction"] svg, a[href*="/balanceDetail"] svg')
    .evaluateAll((all) => new Set(all.map((one) => one.innerHTML)).size)
  // Three ways and the arrow of the rows, beside the coins' own marks.
  expect(signs).toBeGreaterThanOrEqual(4)
  // On the narrowest phone their names stay within them.
  await page.setViewportSize({ width: 320, height: 844 })
  const roomBeside = await page.locator('a[href$="/withdraw"], a[href$="/finance"], a[href$="/transaction"]').evaluateAll((ways) =>
    ways.map((way) => {
      const words = document.createRange()
      words.selectNodeContents(way.lastChild!)
      return (way.getBoundingClientRect().width - words.getBoundingClientRect().width) / 2
    }),
  )
  expect(Math.min(...roomBeside)).toBeGreaterThanOrEqual(4)
})

test('nothing stands empty in a swap that is not filled in, and no dash stands alone', async ({ person: { page } }) => {
  await visit(page, '/swap?pay=USDT&receive=ETH')
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
})

for (const language of languages) {
  test(`the hub of swaps begins with what can be done, and the line of the demo is one line, in ${language}`, async ({ person }) => {
    const { page } = await person.on({ language })
    await page.setViewportSize({ width: 390, height: 664 })
    await visit(page, '/finance')
    const ways = page.locator('a[href*="/swap?pay="]')
    const first = (await ways.first().boundingBox())!
    expect(first.y + first.height).toBeLessThanOrEqual(664)
    const last = (await ways.last().boundingBox())!
    const rules = (await page.locator('main p.text-muted.mt-4').first().boundingBox())!
    expect(rules.y).toBeGreaterThan(last.y)
    await turnTo(page, '/wallet')
    const line = (await page.locator('aside').first().boundingBox())!
    expect(line.height).toBeLessThanOrEqual(45)
    expect(await linesOf(page, 'aside p')).toBe(1)
  })
}

test('an amount that was typed is there again after a look at another screen', async ({ person: { page } }) => {
  await visit(page, '/swap?pay=USDT&receive=ETH')
  const pays = page.getByLabel('You pay').first()
  await pays.fill('12.5')
  await page.evaluate(() => (location.hash = '#/wallet'))
  await page.getByRole('link', { name: 'Withdraw', exact: true }).waitFor()
  await page.goBack()
  await expect(pays).toHaveValue('12.5')
})

test('no frame shows a new screen scrolled as the old one was', async ({ person: { page } }) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await visit(page, '/wallet')
  await page.evaluate(() => (location.hash = '#/finance'))
  await page.locator('a[href*="/swap?pay="]').first().waitFor()
  await settle(page)
  await page.evaluate(() => window.scrollTo(0, 400))
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  const frames = await page.evaluate(async () => {
    const before = document.querySelector('h1')?.textContent
    const tops: number[] = []
    location.hash = '#/wallet'
    while (tops.length < 3) {
      await new Promise((done) => requestAnimationFrame(done))
      const title = document.querySelector('h1')?.textContent
      if (title !== undefined && title !== before) tops.push(window.scrollY)
    }
    return tops
  })
  expect(frames).toEqual([0, 0, 0])
})

test('on the narrowest phone the line of the demo is one line, and so are the sizes of machines', async ({ join }) => {
  const { page } = await join({ language: 'ru', width: 320 })
  await visit(page, '/')
  expect((await page.locator('aside').first().boundingBox())!.height).toBeLessThanOrEqual(45)
  const tops = await page
    .locator('label', { has: page.locator('input[type=radio]') })
    .filter({ hasText: new RegExp(['small', 'medium', 'large'].map((size) => textOf('ru', 'home', `size.${size}`)).join('|')) })
    .evaluateAll((all) => all.map((label) => label.getBoundingClientRect().top))
  expect(tops).toHaveLength(3)
  expect(new Set(tops).size).toBe(1)
})

/** The way in pixels from the edges of an element to the words in it. */
const insetOf = (part: Locator) =>
  part.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const [words, edge] = [range.getBoundingClientRect(), element.closest('tr')!.getBoundingClientRect()]
    return Math.min(Math.abs(words.left - edge.left), Math.abs(edge.right - words.right))
  })

test('nothing sticks to an edge: the figures of bids, the arrow of a choice', async ({ person: { page } }) => {
  await visit(page, '/trade')
  const cells = page.getByRole('region', { name: 'Funded bids' }).locator('tbody td')
  await cells.first().waitFor()
  for (const cell of await cells.all()) expect(await insetOf(cell)).toBeGreaterThanOrEqual(8)
  await visit(page, '/order?view=address')
  const choice = page.getByRole('combobox', { name: 'Country or region' })
  const [inner, frame] = await choice.evaluate((element) => [element, element.parentElement!].map((one) => one.getBoundingClientRect().right))
  expect(frame! - inner!).toBeGreaterThanOrEqual(12)
})

test('what is swapped has one name, wherever it is met', async ({ person: { page } }) => {
  await visit(page, '/lang')
  for (const path of ['/', '/wallet', '/finance', '/swap?pay=USDT&receive=ETH']) {
    await turnTo(page, path)
    await expect(page.locator('body')).not.toContainText(/exchange|redemption/i)
  }
})

for (const isDemo of [true, false]) {
  test(`a toast hides neither the top bar nor the line of a demo: ${isDemo ? 'in a demo' : 'without one'}`, async ({ person: { page, context } }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    if (!isDemo) await changeAnswer(context, '/api/open/app', (data) => ({ ...data, demo: false }))
    await visit(page, '/mine')
    await expect(page.locator('aside', { hasText: 'Demo: nothing here has value' })).toHaveCount(isDemo ? 1 : 0)
    await page.getByRole('button', { name: /^Copy/ }).first().click()
    const toast = page.locator('[tabindex="0"]', { has: page.locator('[aria-live]', { hasText: 'Copied successfully' }) })
    await toast.waitFor()
    const bar = (await page.locator('header').boundingBox())!
    expect((await toast.boundingBox())!.y).toBeGreaterThanOrEqual(bar.y + bar.height)
  })
}

for (const language of languages) {
  test(`the demo's own wallet says once what it is, in the reader's language, and the mark of its focus is whole: ${language}`, async ({ openPhone }) => {
    const words = textOf(language, 'demo', 'title.panel')
    const { page } = await openPhone({ language })
    await page.goto('/#/')
    await page.getByRole('button', { name: textOf(language, 'gate', 'connect'), exact: true }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.locator('p[aria-hidden]')).toHaveText(words)
    for (const request of ['connect', 'sign']) await sheet.getByRole('button', { name: textOf(language, 'demo', `confirm.${request}`), exact: true }).click()
    const opener = page.locator('aside button')
    await opener.waitFor()
    // Also on the narrowest phone it shares the line of the demo.
    await page.setViewportSize({ width: 320, height: 844 })
    expect((await opener.locator('..').boundingBox())!.height).toBeLessThanOrEqual(45)
    await page.keyboard.press('Tab')
    await opener.focus()
    const [mark, line] = await opener.evaluate((element) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(element)
      const beyond = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
      return [element.getBoundingClientRect().bottom + beyond, element.closest('aside')!.getBoundingClientRect().bottom]
    })
    expect(mark!).toBeLessThanOrEqual(line!)
    await opener.click()
    await expect(page.getByRole('dialog', { name: words, exact: true })).toBeVisible()
    await expect(sheet.locator('p[aria-hidden]')).toHaveCount(0)
  })
}

/** Runs in the page: the words of a kind that are broken over two lines. */
function brokenWords(pattern: string): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { index, 0: word } of node.textContent!.matchAll(new RegExp(pattern, 'g'))) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom))
      if (new Set(lines).size > 1) found.push(word)
    }
  }
  return found
}

test('with text of twice the size on the narrowest phone no currency is broken, and nothing scrolls sideways', async ({ join }) => {
  const { page, context, fund } = await join({ language: 'ru', width: 320 })
  await fund('61684.61')
  await fund('61684.6146', 'ETLD')
  await context.addInitScript(doubleText)
  for (const path of ['/', '/share', '/chain', '/wallet', '/dividendPool']) {
    await visit(page, path)
    expect([path, await page.evaluate(brokenWords, 'USDT|ETLD')]).toEqual([path, []])
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0])
  }
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  // Where it is broken, that is seen.
  await page.evaluate(() =>
    document.querySelectorAll<HTMLElement>('main *').forEach((element) => (element.style.cssText += ';width:1ch;word-break:break-all;white-space:normal')),
  )
  expect(await page.evaluate(brokenWords, 'USDT|ETLD')).not.toEqual([])
})
