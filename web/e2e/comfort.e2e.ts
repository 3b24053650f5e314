import { keptBy } from './browser.ts'
import { buyMachines } from './family.ts'
import { expect, test as base } from './fixtures.ts'
import { axeFlaws, settle } from './inspect.ts'
import { fillWallet, signIn } from './journey.ts'
import { turnTo, visit } from './looks.ts'
import { changeAnswer, hold } from './mocks.ts'
import { textOf } from './texts.ts'
import type { Person } from './person.ts'

/** Somebody to whom 500 USDT came and who paid 105 for a running machine. */
const test = base.extend<{ owner: Person }>({
  owner: async ({ person }, use) => {
    await person.fund('500')
    await buyMachines(person)
    await use(person)
  },
})

test('a time says its day in words, and at a press by the clock of who reads it; in the zone of the platform there is nothing to press', async ({ owner }) => {
  const openTime = async (zone: string) => {
    const { page } = await owner.on({ zone })
    await page.goto('/#/transaction')
    await page.locator('main li button').first().click()
    return { page, time: page.getByRole('dialog').locator('time').first() }
  }
  const { page, time } = await openTime('America/New_York')
  const at = new Date((await time.getAttribute('datetime'))!)
  await expect(time).toHaveText(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d UTC\+8$/)
  await page.getByRole('button', { name: /UTC\+8$/ }).click()
  const own = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: 'America/New_York' }).format(at)
  await expect(time).toHaveText(new RegExp(`, ${own} UTC-[45]$`))
  await page.getByRole('button', { name: /UTC-[45]$/ }).click()
  await expect(time).toHaveText(/UTC\+8$/)
  const atHome = await openTime('Asia/Taipei')
  await atHome.time.waitFor()
  await expect(atHome.page.getByRole('button', { name: /UTC\+8$/ })).toHaveCount(0)
})

/** Runs in the page: how often a machine dropped onto its base. */
function countDrops(): void {
  const animate = Element.prototype.animate
  Element.prototype.animate = function (frames, options) {
    if (JSON.stringify(frames).includes('translateY(-48px)')) sessionStorage.setItem('test.drops', String(Number(sessionStorage.getItem('test.drops')) + 1))
    return animate.call(this, frames, options)
  }
}

test('a machine at work moves and its interest grows by the second, within what is posted; it rests for who prefers less motion', async ({
  owner: { page, call },
}) => {
  const { list } = await call('/api/miner/findMyList', { status: 'running' })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(countDrops)
  await page.goto(`/?bought#/myMiner?id=${list[0]!.minerNo}`)
  const sheet = page.getByRole('dialog')
  await sheet.getByText(/^Running since .* The first interest comes /).waitFor()
  const growing = sheet.getByText(/^≈ 0\.\d{8} USDT$/)
  const grown = async () => Number(/[\d.]+/.exec(await growing.innerText())![0])
  const before = await grown()
  await expect.poll(grown).toBeGreaterThan(before)
  expect(await grown()).toBeLessThan(0.02)
  const moving = () => sheet.locator('.fan').evaluate((fan) => fan.getAnimations().length)
  expect(await moving()).toBe(1)
  // It dropped onto its base, and does so once.
  const drops = () => page.evaluate(() => Number(sessionStorage.getItem('test.drops')))
  expect(await drops()).toBe(1)
  await page.reload()
  await growing.waitFor()
  expect(await drops()).toBe(1)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(moving).toBe(0)
  // Its card says nothing of amounts until its owner wants that.
  await sheet.getByText('A card to share').click()
  const card = sheet.getByRole('img', { name: /^Card of .*, running for less than a day$/ })
  await card.waitFor()
  const picture = () => card.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  const bare = await picture()
  await sheet.getByRole('switch', { name: 'Show what it has brought' }).check()
  await expect.poll(picture).not.toBe(bare)
  const saved = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Save the card' }).click()
  expect((await saved).suggestedFilename()).toBe('etld-machine.png')
})

test('in its first hours a machine stands where sums would be zero, with when it pays first', async ({ owner: { page } }) => {
  const waits = /^Running since .*\. The first interest comes .*\.$/
  for (const path of ['/', '/myMiner']) {
    await visit(page, path)
    const hero = page.locator('main section', { has: page.getByText(waits) }).first()
    await hero.getByText(waits).waitFor()
    await expect(hero.locator('.fan')).toHaveCount(1)
    await expect(hero.getByText(/^0[.0]* (USDT|ETLD)$/)).toHaveCount(0)
    await expect(page.getByRole('region', { name: textOf('en', 'home', 'line.title') })).toHaveCount(0)
    expect(await axeFlaws(page)).toEqual([])
  }
})

base('the first screen shows nobody an output of nothing', async ({ person: { page } }) => {
  await visit(page, '/')
  const hero = page.locator('main section', { has: page.getByText('No machine is running') }).first()
  await expect(hero.locator('svg')).not.toHaveCount(0)
  await expect(hero.getByText(/^[0—][.0]*\s(ETLD|T)$/)).toHaveCount(0)
  expect(await axeFlaws(page)).toEqual([])
})

test('a machine that still can be cancelled stands on the first screen with when it starts', async ({ owner: { page } }) => {
  await changeAnswer(page, '/api/main/home', (home) => ({
    ...home,
    today: {
      ...home.today,
      power: 0,
      first: { minerNo: 'M7', size: 'small', waits: true, startAt: '2026-11-21T04:00:00Z', interestAt: '2026-11-22T05:00:00Z' },
    },
  }))
  await visit(page, '/')
  const hero = page
    .locator('main section', { has: page.getByText(/^Starts 21 Nov 2026.*until then it can be cancelled\. The first interest comes 22 Nov 2026.*\.$/) })
    .first()
  await expect(hero.locator('.fan')).toHaveCount(0)
  await expect(hero.getByText(/^0[.0]* (USDT|ETLD)$/)).toHaveCount(0)
  expect(await axeFlaws(page)).toEqual([])
})

base('my machines show one that still can be cancelled with when it starts, and nobody a sum of nothing', async ({ person }) => {
  const { page, fund } = person
  const sums = page.getByRole('region', { name: textOf('en', 'machine', 'mine.statistics.title') })
  await visit(page, '/myMiner')
  await expect(page.getByText('No machine yet')).toBeVisible()
  await expect(sums).toHaveCount(0)
  await fund('500')
  await buyMachines(person, 'machineSmall', 1, { startNow: false })
  await visit(page, '/myMiner')
  await sums.getByText(/^Starts \d+ \w+ \d{4}.*; until then it can be cancelled\. The first interest comes .*\.$/).waitFor()
  await expect(sums.locator('.fan')).toHaveCount(0)
  await expect(page.getByText(/^0[.0]* (USDT|ETLD)$/)).toHaveCount(0)
  expect(await axeFlaws(page)).toEqual([])
})

test('the first screen draws what came in above the principal, and says what today brings at the bids', async ({ owner: { page } }) => {
  await changeAnswer(page, '/api/main/home', (home) => ({ ...home, today: { ...home.today, power: 1, etld: '10', rate: '0', first: null } }))
  await changeAnswer(page, '/api/miner/recentIncome', (income) => ({
    ...income,
    principal: '100',
    days: income.days.map((day, index) => ({ ...day, usdt: '0.02', etld: index % 2 === 0 ? '0.4' : '0.2' })),
  }))
  await changeAnswer(page, '/api/main/prices', (prices) => ({
    ...prices,
    list: prices.list.map((price) => (price.currency === 'ETLD' ? { ...price, price: '0.5', stale: false } : price)),
  }))
  await visit(page, '/')
  // Under the gauge stands what today's output is worth.
  await expect(page.getByText('≈ 5.00 USDT').first()).toBeVisible()
  const card = page.getByRole('region', { name: textOf('en', 'home', 'line.title') })
  await expect(card.locator('svg path[vector-effect]')).toHaveCount(2)
  await expect(card).toContainText('0.60 USDT')
  await expect(card).toContainText('100.00 USDT')
  // All of it stands above the tabs without a scroll.
  const seenTo = (await page.getByRole('navigation', { name: textOf('en', 'common', 'shell.tabs.label') }).boundingBox())!.y
  const { y, height } = (await card.boundingBox())!
  expect(y + height).toBeLessThan(seenTo)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  // Its place is as high for any sums and any span.
  await card.getByRole('radio', { name: textOf('en', 'home', 'line.days.7') }).check()
  await expect(card).toContainText('0.14 USDT')
  expect((await card.boundingBox())!.height).toBe(height)
  await settle(page)
  await card.screenshot({ path: 'e2e/artifacts/came-in.png' })
  expect(await axeFlaws(page)).toEqual([])
})

test('who was away for six hours is told once what each machine brought, in a card that folds itself', async ({ owner: { page, call } }) => {
  const { serverTime } = await call('/api/open/app')
  const row = (hours: number, amount: string) => ({
    kind: 'interest' as const,
    currency: 'USDT' as const,
    amount,
    at: new Date(Date.parse(serverTime) - hours * 3_600_000).toISOString(),
  })
  await changeAnswer(page, '/api/miner/income', (income) => ({
    ...income,
    list: [row(1, '0.02'), row(25, '0.02'), row(49, '0.02')].map((one) => ({ ...one, day: '', txNo: null, interest: null, output: null })),
  }))
  await page.goto('/#/')
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).some((one) => one.startsWith('etld.seen.')))).toBe(true)
  // As if that had been noted thirty hours earlier.
  await page.evaluate((awayMs) => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('etld.seen.')) ?? ''
    const [device, server] = (localStorage.getItem(key) ?? '').split(' ').map(Number)
    localStorage.setItem(key, `${device! - awayMs} ${server! - awayMs}`)
  }, 30 * 3_600_000)
  await page.clock.install()
  await page.reload()
  const card = page.getByRole('complementary', { name: 'While you were away' })
  await expect(card).toContainText('Small machineinterest +0.04 USDT')
  await page.clock.runFor(13_000)
  await expect(card.getByRole('link')).toHaveCount(0)
  await card.getByRole('button', { name: 'Close' }).click()
  await expect(card).toHaveCount(0)
})

test('activity is told in words, by month, and searched; the accounts are a press away, and are filtered by currency', async ({ owner: { page } }) => {
  await page.goto('/#/transaction')
  await settle(page)
  const rows = page.locator('main li button')
  await expect(rows.filter({ hasText: /machine · bought/ }).first()).toContainText('−105.00 USDT')
  await expect(page.getByText('In', { exact: true }).locator('xpath=..')).toContainText('500.00 USDT')
  const all = await rows.count()
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('105 BOUGHT')
  await expect.poll(() => rows.count()).toBeLessThan(all)
  await expect(page.getByText('Day total')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('nothing of the kind')
  await page.getByText('No line has these words.').waitFor()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect.poll(() => rows.count()).toBe(all)
  await page.getByRole('radio', { name: 'Accounting' }).check()
  await page.getByText('Purchase product').first().waitFor()
  await page
    .getByRole('heading', { name: /^\d{1,2} [A-Z][a-z]{2} \d{4} UTC\+8$/ })
    .first()
    .waitFor()
  await page.getByText('Day total').first().locator('xpath=..').getByText('+395.00').waitFor()
  // Also where there is little room every sum ends at the same edge.
  await page.setViewportSize({ width: 320, height: 844 })
  const edges = await page
    .locator('main li button span.text-right')
    .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().right)))])
  expect(edges).toHaveLength(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('radio', { name: 'ETH', exact: true }).check()
  await page.getByText('Nothing matches these filters').waitFor()
  expect(page.url()).toContain('currency=ETH')
  await page.getByRole('radio', { name: 'USDT', exact: true }).check()
  await page.locator('main li button').first().waitFor()
})

test('balances are hidden at a press, on every screen and after a reload', async ({ owner: { page } }) => {
  const sum = page.locator('main').getByText('395.00')
  await page.goto('/#/wallet')
  await sum.first().waitFor()
  await page.getByRole('button', { name: 'Hide balances' }).click()
  await page.getByText('••••').first().waitFor()
  await expect(sum).toHaveCount(0)
  await visit(page, '/transaction')
  await page.getByText('••••').first().waitFor()
  await expect(page.getByText('105.00')).toHaveCount(0)
  await page
    .getByRole('main')
    .getByRole('button', { name: /Small machine/ })
    .first()
    .click()
  await page.getByRole('dialog').getByText('••••').first().waitFor()
  await expect(page.getByText('105.00')).toHaveCount(0)
  // Where one pays and withdraws from it too.
  await page.keyboard.press('Escape')
  for (const path of ['/goods?id=machineSmall', '/withdraw', '/myMiner']) {
    await turnTo(page, path)
    await page.getByText('••••').first().waitFor()
    await expect(sum).toHaveCount(0)
  }
  await turnTo(page, '/wallet')
  await page.getByRole('button', { name: 'Hide balances' }).click()
  await sum.first().waitFor()
})

base('the bars of the browser follow the theme of the app', async ({ person: { page } }) => {
  const bars = () => page.locator('meta[name=theme-color]').evaluateAll((all) => all.map((one) => one.getAttribute('content')))
  await page.goto('/#/mine')
  await page.getByRole('radio', { name: 'Light', exact: true }).check()
  expect(await bars()).toEqual(['#f4f1e9', '#f4f1e9'])
  await page.getByRole('radio', { name: 'Dark', exact: true }).check()
  expect(await bars()).toEqual(['#0f1412', '#0f1412'])
  await page.reload()
  expect(await bars()).toEqual(['#0f1412', '#0f1412'])
  await page.getByRole('radio', { name: 'Device', exact: true }).check()
  expect(await bars()).toEqual(['#0f1412', '#f4f1e9'])
})

base('hashes and addresses lead to the explorer of their chain, where there is one', async ({ person: { page, wallet } }) => {
  await wallet.topUp('500')
  await changeAnswer(page, '/api/open/app', (data) => ({ ...data, explorer: 'https://explorer.example' }))
  const links = () =>
    page
      .getByRole('link', { name: 'Open in the explorer' })
      .evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).pathname.split('/')[1]))
  await visit(page, '/mine')
  await expect.poll(links).toEqual(['address'])
  await page.goto('/#/wallet?sheet=topup')
  await expect.poll(links).toEqual(['tx'])
  await page.getByRole('dialog').getByRole('radio', { name: 'Address and QR' }).check()
  await expect.poll(links).toEqual(['address', 'token', 'token', 'token', 'tx'])
  await page.goto('/#/withdraw')
  await expect.poll(links).toEqual(['address'])
})

base('a button keeps the focus while it works', async ({ page, context }) => {
  await signIn(page, '/wallet')
  await page.getByRole('button', { name: 'Demo wallet' }).click()
  const button = page.getByRole('button', { name: 'Get test coins' })
  let asked = 0
  page.on('request', (request) => void (asked += Number(request.url().includes('/demo/faucet'))))
  const answer = await hold(context, '**/demo/faucet*')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Enter')
  await expect(button).toBeFocused()
  answer()
  await page.getByText('Test coins have arrived in the wallet').first().waitFor()
  await expect(button).toBeFocused()
  expect(asked).toBe(1)
})

base('Escape closes the sheet on top and leaves the one below', async ({ page }) => {
  await page.clock.install()
  await signIn(page, '/wallet')
  await fillWallet(page)
  await visit(page, '/wallet?sheet=topup')
  await page.getByRole('button', { name: '25%' }).click()
  const send = page.getByRole('button', { name: /^Send [\d,.]+ USDT$/ })
  await send.focus()
  await page.keyboard.press('Enter')
  const top = page.getByRole('dialog', { name: 'Send a transaction' })
  // A sheet listens to the keyboard from when it has the focus.
  await expect(top).toBeFocused()
  await page.keyboard.press('Escape')
  await top.waitFor({ state: 'detached' })
  await page.clock.runFor(1_000)
  await expect(send).toBeVisible()
})

base('with a mouse the banners are turned by arrows, and a screen held sideways keeps its height for the content', async ({ world, browser, person }) => {
  const context = await browser.newContext({
    baseURL: world.url,
    viewport: { width: 1100, height: 800 },
    isMobile: false,
    hasTouch: false,
    storageState: await keptBy(person.context),
  })
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('lang', 'en'))
  await page.goto('/#/')
  const list = page.getByRole('list', { name: 'Highlights' })
  const scrolled = () => list.evaluate((element) => element.scrollLeft)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect.poll(scrolled).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await expect.poll(scrolled).toBeLessThan(20)
  await page.setViewportSize({ width: 844, height: 390 })
  await visit(page, '/wallet')
  await page.mouse.wheel(0, 300)
  // Bar and header together take less than a fifth of what there is.
  await expect.poll(async () => (await page.locator('header').boundingBox())!.y).toBeLessThan(-40)
  expect((await page.getByRole('navigation').last().boundingBox())!.height).toBeLessThan(78)
  await context.close()
})

base('from 900 px a list and what is opened of it stand beside each other, and below that one at a time', async ({ person }) => {
  const { call, fund } = person
  await fund('3000')
  await buyMachines(person, 'machineSmall')
  await buyMachines(person, 'machineMedium')
  const [newer, older] = (await call('/api/miner/findMyList')).list
  const { page } = await person.on({ width: 1280 })
  const beside = page.locator('main section[aria-labelledby]').last()
  const rows = page.locator('main li [aria-current]')
  const place = () => page.evaluate(() => location.hash)

  // A link opens both; another row takes the place, and "back" leads out of the list and not through all that was read.
  await visit(page, '/myMiner')
  await expect(page.getByText('Choose a machine to see it here.')).toBeVisible()
  await page.getByRole('button', { name: newer!.product.name }).click()
  await expect(beside.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: older!.product.name }).click()
  await expect(beside).toContainText(older!.product.name)
  await expect(rows).toHaveCount(1)
  expect(await place()).toBe(`#/myMiner?id=${older!.minerNo}`)
  await settle(page)
  expect(await axeFlaws(page)).toEqual([])
  await page.goBack()
  await expect(rows).toHaveCount(0)
  expect(await place()).toBe('#/myMiner')
  await visit(page, `/myMiner?id=${newer!.minerNo}`)
  await expect(beside).toContainText(newer!.product.name)
  // What became narrow in the reader's hands is the sheet it is on a phone.
  await page.setViewportSize({ width: 890, height: 844 })
  await expect(page.getByRole('dialog', { name: newer!.product.name })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 844 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await beside.getByRole('button').first().focus()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(0)

  await visit(page, '/news?category=education')
  const articles = page.getByRole('main').getByRole('listitem').getByRole('link')
  await articles.last().scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  await articles.last().click()
  await expect(page).toHaveURL(/#\/newsDetails\?category=education&id=\w+$/)
  await expect(beside.locator('article')).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await articles.first().click()
  await expect(articles.first()).toHaveAttribute('aria-current', 'true')
  await settle(page)
  expect(await axeFlaws(page)).toEqual([])
  const article = await place()
  await page.goBack()
  await expect(beside).toHaveCount(0)
  expect(await place()).toBe('#/news?category=education')
  await visit(page, article.slice(1))
  await expect(beside.locator('article')).toBeVisible()
  await beside.getByRole('button', { name: 'Close' }).click()
  expect(await place()).toBe('#/news?category=education')

  await visit(page, '/mine?view=notices')
  const notice = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: /Unread/ })
    .first()
  await notice.click()
  await expect(beside.getByRole('link', { name: 'See what it is about' })).toBeVisible()
  await expect(rows).not.toContainText('Unread')
  await beside.getByRole('link', { name: 'See what it is about' }).click()
  await expect(page).not.toHaveURL(/notices/)
  await page.goBack()
  await expect(rows).toHaveCount(1)
  await settle(page)
  expect(await axeFlaws(page)).toEqual([])
  await page.context().close()
})
