import { expect, test as base, type Page } from './fixtures.ts'
import { settle } from './inspect.ts'
import { visit } from './looks.ts'
import type { Person } from './person.ts'

/** Somebody with USDT and ETLD. */
const test = base.extend<{ holder: Person }>({
  holder: async ({ person }, use) => {
    await person.fund('5000')
    await person.fund('1000', 'ETLD')
    // A phone of its own is told no old news, which would lie over the header for a while.
    await use({ ...person, ...(await person.on()) })
  },
})

const pressesMax = 120

interface Stop {
  name: string
  isSeen: boolean
  isMarked: boolean
  isInSheet: boolean
}

/** What has the keyboard's focus: whether it can be seen, and whether it is marked. */
function focused(page: Page): Promise<Stop | null> {
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
        (element.tagName === 'INPUT' && element.closest('.focus-within\\:border-brass-ink') !== null),
      isInSheet: element.closest('[role=dialog]') !== null,
    }
  })
}

/** Walks through the page by the Tab key, from its beginning until it comes round. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let press = 0; press < pressesMax; press += 1) {
    await page.keyboard.press('Tab')
    const stop = await focused(page)
    if (!stop) return stops
    stops.push(stop)
  }
  throw new Error('the Tab key never comes round')
}

test('screens are walked through by the Tab key: each stop is seen and marked; nothing moves for who prefers less motion', async ({ holder: { page } }) => {
  for (const path of ['/', '/goods?id=machineSmall', '/swap?pay=USDT&receive=ETH', '/trade', '/myMiner', '/wallet']) {
    await visit(page, path)
    expect(await moving(page), path).toEqual([])
    const stops = await walk(page)
    expect(stops.length, path).toBeGreaterThan(3)
    expect(
      stops.filter(({ isSeen, isMarked }) => !isSeen || !isMarked),
      path,
    ).toEqual([])
  }
})

/** Opens a sheet with the Enter key, walks once round in it, closes it with Escape. */
async function expectSheetHoldsFocus(page: Page, opener: string | RegExp): Promise<Stop[]> {
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
    const stop = await focused(page)
    if (stop) stops.push(stop)
  }
  expect(stops.filter(({ isInSheet, name }) => !isInSheet && !/focus-guard/.test(name) && name !== 'SPAN')).toEqual([])
  expect(stops.filter(({ isInSheet, isSeen, isMarked }) => isInSheet && !(isSeen && isMarked))).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await focused(page))?.name).toMatch(opener)
  return stops
}

test('the order sheet holds the focus, ends with the payment, and gives the focus back', async ({ holder: { page } }) => {
  await visit(page, '/goods?id=machineSmall')
  const stops = await expectSheetHoldsFocus(page, /Review the order/)
  expect(stops.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^BUTTON Pay 105\.00\sUSDT from balance/))
})

test('the sale sheet holds the focus and gives it back', async ({ holder: { page } }) => {
  await visit(page, '/trade')
  await page.getByLabel('Quantity to sell').fill('100')
  await expect(page.getByRole('button', { name: 'Review the sale' })).toBeEnabled()
  await expectSheetHoldsFocus(page, /Review the sale/)
})

base('the top-up sheet holds the focus and gives it back', async ({ person: { page } }) => {
  await visit(page, '/wallet')
  await expectSheetHoldsFocus(page, /^(BUTTON )?Top up/)
})

test('an exchange is made with the keyboard alone', async ({ holder: { page, call } }) => {
  await visit(page, '/swap?pay=USDT&receive=ETH')
  await page.getByLabel('You pay', { exact: true }).focus()
  await page.keyboard.type('12,5')
  await expect(page.locator('main').getByRole('button', { name: 'Swap', exact: true }).last()).toBeEnabled()
  const reach = async (name: string) => {
    for (let press = 0; press < 20 && (await focused(page))?.name.startsWith(name) !== true; press += 1) await page.keyboard.press('Tab')
  }
  await reach('BUTTON Swap')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await reach('BUTTON Swap 12.50 USDT')
  await page.keyboard.press('Enter')
  await page.getByText('Redemption successful').first().waitFor()
  const { list } = await call('/api/userAccount/exchangeRecord')
  expect(list.map(({ payAmount }) => payAmount)).toEqual(['12.5'])
})

base('who prefers less motion sees nothing move where something waits either', async ({ person: { page, context } }) => {
  // Nothing answers: whatever waits goes on waiting.
  await context.route('**/api/**', () => undefined)
  for (const path of ['/', '/swap', '/trade']) {
    await page.goto(`/?still${path.slice(1)}#${path}`)
    await page.locator('main .skeleton, [role=status]').first().waitFor()
    expect(await moving(page), path).toEqual([])
  }
})

/** What moves or turns for longer than a moment; what only fades may go on. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
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

base('a toast that has the focus or the pointer stays until it is left', async ({ person: { page, context } }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await visit(page, '/mine')
  const toast = page.locator('[role=status][aria-live]', { hasText: 'Copied successfully' })
  const box = page.locator('[tabindex="0"]', { has: toast })
  for (const [hold, leave] of [
    [() => box.focus(), () => box.blur()],
    [() => toast.hover(), () => page.mouse.move(1, 840)],
  ] as const) {
    await page.getByRole('button', { name: /^Copy/ }).first().click()
    await toast.waitFor()
    await hold()
    await page.clock.fastForward(60_000)
    await expect(toast).toHaveCount(1)
    await leave()
    await page.clock.fastForward(3_000)
    await page.clock.fastForward(3_000)
    await toast.waitFor({ state: 'detached' })
  }
})

test('a new screen takes the focus at its heading, and what stands above every screen can be skipped', async ({ holder: { page } }) => {
  await page.goto('/#/goods?id=machineSmall')
  await page.getByRole('button', { name: 'Back' }).waitFor()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Back' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // So do the views of one screen.
  await page.goto('/#/trade?tab=box')
  await page.getByRole('link', { name: 'My record', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'My record' })).toBeFocused()
})
