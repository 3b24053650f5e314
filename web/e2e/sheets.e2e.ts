import { buyMachines } from './family.ts'
import { expect, test, type Page } from './fixtures.ts'
import { seeLeaving, watchGoing, wentLike } from './going.ts'
import { settle } from './inspect.ts'
import { signIn } from './journey.ts'

const sheet = (page: Page) => page.getByRole('dialog')
const place = (page: Page) => page.evaluate(() => location.hash)

async function open(page: Page, path: string): Promise<void> {
  await page.goto('/#/')
  await page.evaluate((to) => location.assign(to), `#${path}`)
  await settle(page)
}

/** Every sheet that a newcomer can open: its screen, how it is opened, what is typed before. */
const cases = [
  ['top-up', '/wallet', async (page: Page) => page.getByRole('button', { name: 'Top up' }).first().click()],
  ['a movement', '/transaction', async (page: Page) => page.locator('main li button').first().click()],
  ['types', '/transaction?as=accounts', async (page: Page) => page.getByRole('button', { name: /Type/ }).first().click()],
  ['dates', '/transaction?as=accounts', async (page: Page) => page.getByRole('button', { name: /Dates/ }).first().click()],
  ['export', '/transaction', async (page: Page) => page.locator('header button').last().click()],
  ['closing the wallet', '/mine', async (page: Page) => page.getByRole('button', { name: 'Disconnect wallet' }).first().click()],
] as const

for (const [name, path, openSheet] of cases) {
  test(`back closes the sheet (${name}) and stays on the screen; a reload keeps it, a link opens it`, async ({ person: { page, fund } }) => {
    await fund('1000')
    await open(page, path)
    await openSheet(page)
    await sheet(page).waitFor()
    const address = await place(page)
    await page.goBack()
    await sheet(page).waitFor({ state: 'hidden' })
    expect(await place(page)).toBe(`#${path}`)
    await openSheet(page)
    await sheet(page).waitFor()
    await page.reload()
    await sheet(page).waitFor()
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'hidden' })
    expect(await place(page)).toBe(`#${path}`)
    await page.goBack()
    expect(await place(page)).not.toContain(path)
    await page.goto(`/?link#${address.slice(1)}`)
    await sheet(page).waitFor()
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'hidden' })
    expect((await place(page)).split('?')[0]).toBe(`#${path.split('?')[0]}`)
  })
}

test('back closes the demo wallet, on top of another sheet too, and stays on the screen', async ({ page }) => {
  await signIn(page, '/wallet')
  for (const path of ['/wallet', '/wallet?sheet=topup']) {
    await open(page, path)
    // Behind a sheet the keyboard alone reaches it.
    await page.locator('aside button', { hasText: 'Demo wallet' }).dispatchEvent('click')
    const wallet = page.getByRole('dialog', { name: 'Demo wallet' })
    await wallet.waitFor()
    await page.goBack()
    await wallet.waitFor({ state: 'hidden' })
    expect(await place(page)).toBe(`#${path}`)
  }
  await sheet(page).waitFor()
})

test('back closes the order and keeps what was entered, where it was entered', async ({ person: { page, fund } }) => {
  await fund('1000')
  await open(page, '/goods?id=machineSmall')
  const quantity = page.getByRole('textbox').first()
  await quantity.fill('2')
  // A press scrolls to its button first, so the place is that of the button.
  const review = page.getByRole('button', { name: 'Review the order' })
  await settle(page)
  await review.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(0)
  await review.click()
  await sheet(page).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await page.goBack()
  await sheet(page).waitFor({ state: 'hidden' })
  expect(await quantity.inputValue()).toBe('2')
  expect(await page.evaluate(() => scrollY)).toBe(before)
})

test('after a purchase "back" leads to the machine for sale, not into its order', async ({ person: { page, fund } }) => {
  await fund('1000')
  await open(page, '/goods?id=machineSmall')
  await page.getByRole('button', { name: 'Review the order' }).click()
  await sheet(page).getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/#\/myMiner/)
  await sheet(page).waitFor()
  await page.goBack()
  await page.waitForURL(/#\/goods/)
  await settle(page)
  expect(await sheet(page).count()).toBe(0)
})

test('a sheet that is told twice to close is left once, and the screen stays', async ({ person: { page } }) => {
  await open(page, '/transaction?as=accounts')
  await page.getByRole('button', { name: /Type/ }).first().click()
  await sheet(page).getByRole('radio').first().or(sheet(page).getByRole('button').first()).first().waitFor()
  await page.evaluate(() => {
    for (let press = 0; press < 2; press += 1)
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  })
  await sheet(page).waitFor({ state: 'detached' })
  await settle(page)
  expect(page.url()).toContain('#/transaction?as=accounts')
})

test('a sheet goes down as it was, whether it closes or is taken away, and nothing of it stays', async ({ person }) => {
  const { page, fund } = person
  await fund('1000')
  await buyMachines(person, 'machineSmall')
  for (const [path, press] of [
    ['/transaction?as=accounts', /^Type/],
    ['/goods?id=machineSmall', 'Review the order'],
    ['/myMiner', 'Small machine'],
  ] as const) {
    await open(page, path)
    await watchGoing(page)
    await page.getByRole('button', { name: press }).first().click()
    await sheet(page).waitFor()
    await settle(page)
    await page.keyboard.press('Escape')
    expect([path, await wentLike(page)]).toEqual([path, { went: 1, changed: [] }])
    await expect(page.locator('.sheet-backdrop')).toHaveCount(0)
  }
})

test('a card in the middle of a wide screen goes down to its edge', async ({ person }) => {
  const { page } = await person.on({ width: 1280 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, '/wallet')
  await page.getByRole('button', { name: 'Top up' }).first().click()
  await sheet(page).waitFor()
  await settle(page)
  const leaving = seeLeaving(page)
  await page.keyboard.press('Escape')
  const { top } = await leaving
  expect(Math.round(top)).toBe(await page.evaluate(() => innerHeight))
})

test('a card that is drawn in a sheet stays drawn while the sheet goes', async ({ person }) => {
  const { page, fund } = person
  await fund('1000')
  const { minerNos } = await buyMachines(person, 'machineSmall')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, `/myMiner?id=${minerNos[0]}`)
  await sheet(page).getByText('A card to share').click()
  await sheet(page).getByRole('img', { name: 'Small machine' }).waitFor()
  const leaving = seeLeaving(page)
  await page.keyboard.press('Escape')
  expect(await leaving).toMatchObject({ empty: 0 })
})

/** Pulls down from what the selector finds, and tells what the page said before the finger left. */
async function pullDown(page: Page, selector: string): Promise<string> {
  await page.locator(selector).first().waitFor()
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

test('pulling inside a sheet does nothing to the page behind', async ({ person: { page, fund } }) => {
  await fund('1000')
  await open(page, '/transaction?as=accounts')
  await page.getByRole('button', { name: /Type/ }).first().click()
  await sheet(page).waitFor()
  expect(await pullDown(page, '[role=dialog] label, [role=dialog] button')).toBe('')
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  // The same on the page itself reads it again.
  const asked = page.waitForRequest(/balanceDetail/)
  expect(await pullDown(page, 'main h2, main button')).toBe('Release to refresh')
  await asked
})

/** Lets the page show what was done to it. */
const twoFrames = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** A real finger that goes over the screen in steps; tells which of its moves the page kept from the browser. */
async function swipe(page: Page, from: [number, number], to: [number, number]): Promise<number> {
  await page.evaluate(() => {
    Object.assign(window, { keptMoves: 0 })
    addEventListener('touchmove', ({ defaultPrevented }) => defaultPrevented && (window as unknown as { keptMoves: number }).keptMoves++)
  })
  const devtools = await page.context().newCDPSession(page)
  const steps = 8
  const at = (step: number) => ({ x: from[0] + ((to[0] - from[0]) * step) / steps, y: from[1] + ((to[1] - from[1]) * step) / steps })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0)] })
  for (let step = 1; step <= steps; step += 1) await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(step)] })
  await twoFrames(page)
  const kept = await page.evaluate(() => (window as unknown as { keptMoves: number }).keptMoves)
  await expect(page.getByText(/(Pull|Release) to refresh/)).toHaveCount(0)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
  return kept
}

/** Runs in the page: what stands at a point and around it and would keep the browser from going back at the screen's edge. */
function heldAt([x, y]: [number, number]): string[] {
  const held: string[] = []
  for (let element = document.elementFromPoint(x, y); element; element = element.parentElement) {
    const style = getComputedStyle(element)
    if (style.overscrollBehaviorX !== 'auto' || /pan-y|none/.test(style.touchAction)) held.push(`${element.tagName} ${element.className}`)
  }
  return held
}

test("a finger that comes from the edge is the platform's way back: nothing pulls and nothing holds it", async ({ person }) => {
  const { page, fund } = person
  await fund('1000')
  await buyMachines(person, 'machineSmall')
  const edge: [number, number] = [4, 420]
  for (const path of ['/', '/wallet', '/myMiner', '/transaction', '/wallet?sheet=topup', '/trade']) {
    await open(page, path)
    expect([path, await page.evaluate(heldAt, edge)]).toEqual([path, []])
    // As a thumb goes: sideways, and well down by the way.
    expect([path, await swipe(page, edge, [330, 580])]).toEqual([path, 0])
    await twoFrames(page)
    await expect(page.getByText('Refreshing')).toHaveCount(0)
    expect(await page.evaluate(() => location.hash)).toContain(path)
  }
})

test('a reload at a review brings it back where there is a quote to be had, and leaves no empty entry where there is none', async ({
  person: { page, fund },
}) => {
  await fund('1000')
  await open(page, '/swap?pay=USDT&receive=ETH')
  await page.getByLabel('You pay', { exact: true }).fill('100')
  const review = page.getByRole('main').getByRole('button', { name: 'Swap', exact: true }).last()
  await expect(review).toBeEnabled()
  await review.click()
  await sheet(page).waitFor()
  await page.reload()
  await sheet(page).getByText('Rate').first().waitFor()

  await open(page, '/goods?id=machineSmall')
  await page.getByRole('textbox').first().fill('2')
  await page.getByRole('button', { name: 'Review the order' }).click()
  await sheet(page).waitFor()
  await page.reload()
  await page.waitForURL((url) => !url.hash.includes('sheet='))
  await expect(page.getByRole('textbox').first()).toHaveValue('2')
})

for (const viewport of [
  { width: 390, height: 667 },
  { width: 1280, height: 720 },
]) {
  test(`a toast leaves the head of a sheet free, ${viewport.width} px wide`, async ({ person: { page } }) => {
    await page.setViewportSize(viewport)
    await open(page, '/wallet')
    await page.getByRole('button', { name: 'Top up' }).first().click()
    await page.getByRole('radio', { name: 'Address and QR' }).check({ force: true })
    await settle(page)
    await sheet(page).getByRole('button', { name: /^Copy/ }).first().click()
    const toast = page.getByText('Copied successfully').first()
    await toast.waitFor()
    const [said, head] = [(await toast.boundingBox())!, (await sheet(page).getByRole('heading', { name: 'Top up' }).boundingBox())!]
    expect(said.y + said.height).toBeLessThanOrEqual(head.y)
  })
}

test('a sheet without a footer ends above the bar of the phone itself', async ({ person: { page } }) => {
  const bottom = 34
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom } })
  await page.goto('/#/transaction?as=accounts&sheet=type')
  await settle(page)
  const last = sheet(page).locator('label, button').last()
  await last.scrollIntoViewIfNeeded()
  const end = page.viewportSize()!.height - bottom
  await expect.poll(() => last.evaluate((shown) => Math.round(shown.getBoundingClientRect().bottom))).toBeLessThanOrEqual(end)
})
