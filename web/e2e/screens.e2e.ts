import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../player/src/app/paths.ts'
import { keptBy, languages, openBrowser, openPhone, takePicture, type KeptState, type Language, type Phone, type Theme } from './browser.ts'
import { axeFlaws, findFlaws, recordShifts, settle } from './inspect.ts'
import { apiCall, day, fillWallet, hour, signIn, topUp } from './journey.ts'
import { textOf } from './texts.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let kept: KeptState
let machineNo: string
let articlePath: string

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

test('somebody has two machines, movements, notices and an address', async () => {
  const { page, context } = await openPhone(browser)
  await signIn(page, world)
  await fillWallet(page)
  await topUp(page, world, '5000')
  await buy(page, 'machineSmall', true)
  await buy(page, 'machineMedium', false)
  await world.advance(2 * day + 2 * hour)
  const { list } = (await apiCall(page, '/api/miner/findMyList', { status: 'running' })) as { list: { minerNo: string }[] }
  machineNo = list[0]!.minerNo
  const articles = (await apiCall(page, '/api/main/news')) as { list: { id: string }[] }
  articlePath = `/newsDetails?id=${articles.list[0]!.id}`
  await apiCall(page, '/api/address/add', { name: 'Anna', phone: '+49 30 1234-567', detail: 'Unter den Linden 1, 10117 Berlin', region: 'DE' })
  kept = await keptBy(context)
  await context.close()
})

async function buy(page: Page, product: string, startsNow: boolean): Promise<void> {
  await page.goto(`${world.url}/#/goods?id=${product}`)
  if (startsNow) await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: /^Pay .* from balance$/ }).click()
  await page.getByText('Purchase successful').first().waitFor()
}

/** ETLD_PICTURES=1 leaves a picture of every screen in e2e/artifacts, for people to look at. */
const wantsPictures = process.env['ETLD_PICTURES'] === '1'

const details = [
  '/goods?id=machineSmall',
  '/chainDetails?id=nodeKing',
  '/balanceDetail?currency=USDT',
  '/mine?view=notices',
  '/mine?view=sessions',
  '/mine?view=profile',
  '/mine?view=data',
  '/myMiner?status=completed',
  '/transaction?type=top_up',
]
const main = [
  '/',
  '/goods?id=machineSmall',
  '/myMiner',
  '/wallet',
  '/transaction',
  '/mine',
  '/mine?view=notices',
  '/lang',
  '/trade',
  '/swap',
  '/finance',
  '/chain',
  '/chainDetails?id=nodeKing',
  '/dividendPool',
  '/mine?view=data',
] as const
/** What the tests of the shop and of the news look at in every language and theme. */
const lookedAtElsewhere = () => ['/productsDetails?id=hoodie', '/order?view=address', articlePath]

/** Visits one screen as a cold start and gives what is wrong with it. */
async function visit(page: Page, path: string, language: Language): Promise<string[]> {
  // Another query before the # makes the browser load the page anew.
  await page.goto(`${world.url}/?visit=${visits++}#${path}`)
  await settle(page)
  const scrolled = await page.evaluate(() => window.scrollY)
  return [...(await findFlaws(page, language)), ...(scrolled === 0 ? [] : [`opens ${scrolled} px below its top`])]
}
let visits = 0

async function openSignedIn(phone: Phone) {
  const opened = await openPhone(browser, { ...phone, kept })
  await opened.page.addInitScript(recordShifts)
  return opened
}

function nameOf(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replace(/[?=&]/g, '-')
}

/** Every screen and sheet with axe takes a while where several tests share the machine. */
const lookWithinMs = 600_000

const looks = languages.flatMap((language) => (['dark', 'light'] as const).map((theme) => [language, theme] as const))

test.each(looks)(
  'every screen is sound in %s, %s',
  async (language, theme) => {
    const { page, faults, context } = await openSignedIn({ language, theme })
    const flaws: Record<string, string[]> = {}
    for (const path of [...paths, ...details, `/myMiner?id=${machineNo}`]) {
      const found = [...(await visit(page, path, language)), ...(await axeFlaws(page)), ...faults.splice(0)]
      if (found.length > 0) flaws[path] = found
      if (wantsPictures) await takePicture(page, `${language}-${theme}-${nameOf(path.replace(machineNo, 'one'))}`)
    }
    for (const [sheet, open] of Object.entries(sheets)) {
      await open(page)
      await settle(page)
      const found = [...(await findFlaws(page, language)), ...(await axeFlaws(page)), ...faults.splice(0)]
      if (found.length > 0) flaws[sheet] = found
      if (wantsPictures) await takePicture(page, `${language}-${theme}-sheet-${sheet}`, false)
    }
    expect(flaws).toEqual({})
    await context.close()
  },
  lookWithinMs,
)

test.each(languages)('the top-up sheet does not move when its answer comes late, in %s', async (language) => {
  const { page, context } = await openSignedIn({ language })
  await context.route('**/api/userAccount/topUpInfo*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await sheets['topUp']!(page)
  await page.getByRole('dialog').getByRole('status').first().waitFor({ state: 'detached' })
  await settle(page)
  expect(await findFlaws(page, language)).toEqual([])
  await context.close()
})

/** Sheets, opened without words so that one way serves all languages. */
const sheets: Record<string, (page: Page) => Promise<void>> = {
  topUp: async (page) => {
    await page.goto(`${world.url}/?visit=${visits++}#/wallet`)
    await settle(page)
    await page
      .locator('main button')
      .filter({ hasText: /Top up|充值|儲值|入金|Пополн/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
  },
  export: async (page) => {
    await page.goto(`${world.url}/?visit=${visits++}#/transaction`)
    await settle(page)
    await page.locator('header button').last().click()
    await page.getByRole('dialog').waitFor()
  },
  movement: async (page) => {
    await page.goto(`${world.url}/?visit=${visits++}#/transaction`)
    await settle(page)
    await page.locator('main li button').first().click()
    await page.getByRole('dialog').waitFor()
  },
  movementTypes: async (page) => openFilter(page, 0),
  movementDates: async (page) => openFilter(page, 1),
  machineHistory: async (page) => {
    await page.goto(`${world.url}/?visit=${visits++}#/myMiner?id=${machineNo}&view=history`)
    await page.getByRole('dialog').waitFor()
  },
  machineIncome: async (page) => {
    await page.goto(`${world.url}/?visit=${visits++}#/myMiner?id=${machineNo}&view=income`)
    await page.getByRole('dialog').waitFor()
  },
  erase: async (page) => {
    await page.goto(`${world.url}/?visit=${visits++}#/mine?view=data`)
    await settle(page)
    await page.locator('main button').last().click()
    await page.getByRole('dialog').waitFor()
  },
  order: async (page) => {
    await page.goto(`${world.url}/?visit=${visits++}#/goods?id=machineSmall`)
    await settle(page)
    await page.locator('main .fixed button').click()
    await page.getByRole('dialog').waitFor()
  },
}

async function openFilter(page: Page, place: number): Promise<void> {
  await page.goto(`${world.url}/?visit=${visits++}#/transaction`)
  await settle(page)
  await page.locator('main [role=group] button').nth(place).click()
  await page.getByRole('dialog').waitFor()
}

test.each(languages)('prices say where they are from, and a coin without a price has none, in %s', async (language) => {
  const { page, context } = await openSignedIn({ language })
  await visit(page, '/', language)
  await page.getByText(textOf(language, 'home-below', 'prices.source.aggregator_pair')).waitFor({ timeout: 45_000 })
  await page.getByText(textOf(language, 'home-below', 'prices.source.bids')).waitFor({ timeout: 45_000 })
  await takeShot(page, language, 'prices')
  await context.route('**/api/main/home*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { prices: { pair: string }[] } }
    answer.data.prices = answer.data.prices.map((price) =>
      price.pair === 'ETH/USDT' ? { ...price, price: '0', source: '', stale: true, bid: null, ask: null } : price,
    )
    await route.fulfill({ response, json: answer })
  })
  await visit(page, '/', language)
  // What was kept a moment ago is shown first, and asked anew after half a minute.
  await page.getByText(textOf(language, 'home-below', 'prices.noPrice'), { exact: true }).waitFor({ timeout: 45_000 })
  expect(await page.getByText(textOf(language, 'home-below', 'prices.noBuyer'), { exact: true }).count()).toBe(0)
  await takeShot(page, language, 'prices-none')
  await context.close()
})

/** The end of the screen, for people to look at. */
async function takeShot(page: Page, language: Language, name: string): Promise<void> {
  await page.getByText('ETH/USDT').first().scrollIntoViewIfNeeded()
  await takePicture(page, `${name}-${language}`, false)
}

test.each(looks)('the addresses of a demo say that they are, in %s, %s', async (language, theme) => {
  const { page, faults, context } = await openSignedIn({ language, theme })
  const flaws: Record<string, string[]> = {}
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    for (const [name, open] of Object.entries({ topUp: openAddress, payment: openPayment })) {
      await open(page)
      const frame = page.getByRole('dialog').locator('div.border-dashed', { hasText: textOf(language, 'common', 'demo.address') })
      expect(await frame.getByText(/^0x[0-9a-fA-F]{40}$/).count(), name).toBe(1)
      const code = page.getByRole('img', { name: textOf(language, 'common', 'demo.mark') })
      await code.getByText(textOf(language, 'common', 'demo.mark'), { exact: true }).waitFor()
      await frame.scrollIntoViewIfNeeded()
      await settle(page)
      // What a press opens may move the sheet; a slow machine takes that for a shift of the page.
      const still = (await findFlaws(page, language)).filter((flaw) => !flaw.startsWith('layout shifts'))
      const found = [...still, ...(width === 390 ? await axeFlaws(page) : []), ...faults.splice(0)]
      if (found.length > 0) flaws[`${name} at ${width}`] = found
      await takePicture(page, `demo-mark-${name}-${language}-${theme}-${width}`, false)
    }
  }
  expect(flaws).toEqual({})
  await context.close()
})

async function openAddress(page: Page): Promise<void> {
  await sheets['topUp']!(page)
  await page.getByRole('dialog').getByRole('radio').nth(1).click()
}

/** An order that waits for its payment stays open: the first one makes it, the others find it. */
async function openPayment(page: Page): Promise<void> {
  paymentPath ??= await orderFromWallet(page)
  await page.goto(`${world.url}/?visit=${visits++}#${paymentPath}`)
  await page.getByRole('dialog').locator('details summary').first().click()
  await page.getByRole('dialog').locator('details[open]').waitFor()
}
let paymentPath: string | undefined

async function orderFromWallet(page: Page): Promise<string> {
  const { termsVersion } = (await apiCall(page, '/api/miner/detail', { id: 'machineSmall' })) as { termsVersion: string }
  const order = { productId: 'machineSmall', quantity: '1', payType: 'chain', termsVersion: String(termsVersion), requestId: 'an-order-from-the-wallet' }
  const { intentNo } = (await apiCall(page, '/api/miner/purchaseMiner', order)) as { intentNo: string }
  return `/myMiner?pay=${intentNo}`
}

/** How much later than the one before it each answer of a visit comes. */
const answerGapMs = 60

test.each(languages)(
  'nothing jumps while the answers come one by one, in %s',
  async (language) => {
    const { page, context } = await openSignedIn({ language })
    let asked = 0
    await page.route('**/api/**', async (route) => {
      asked += 1
      await new Promise((done) => setTimeout(done, asked * answerGapMs))
      await route.continue().catch(() => undefined)
    })
    const jumps: Record<string, string[]> = {}
    for (const path of [...paths, ...details, ...lookedAtElsewhere(), `/myMiner?id=${machineNo}`]) {
      asked = 0
      const found = (await visit(page, path, language)).filter((flaw) => flaw.startsWith('layout shifts'))
      if (found.length > 0) jumps[path] = found
    }
    expect(jumps).toEqual({})
    await context.close()
  },
  lookWithinMs,
)

test.each(languages)('the main screens hold at 320 px with text twice as large, in %s', async (language) => {
  const theme: Theme = language === 'en' ? 'light' : 'dark'
  const { page, faults, context } = await openSignedIn({ language, theme, width: 320 })
  await page.addInitScript(() => {
    // The document is still empty here; its root comes with the parser.
    new MutationObserver(() => (document.documentElement.style.fontSize = '200%')).observe(document, { childList: true })
  })
  const flaws: Record<string, string[]> = {}
  for (const path of [...main, ...lookedAtElsewhere()]) {
    const found = [...(await visit(page, path, language)), ...faults.splice(0)]
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    if (found.length > 0) flaws[path] = found
    if (wantsPictures) await takePicture(page, `${language}-320-${nameOf(path)}`)
  }
  expect(flaws).toEqual({})
  await context.close()
})

test('the main screens keep to a column of 750 px on a wide screen', async () => {
  const { page, faults, context } = await openSignedIn({ width: 1200 })
  const flaws: Record<string, string[]> = {}
  for (const path of main) {
    const found = [...(await visit(page, path, 'en')), ...faults.splice(0)]
    if (found.length > 0) flaws[path] = found
    if (wantsPictures) await takePicture(page, `en-1200-${nameOf(path)}`)
  }
  expect(flaws).toEqual({})
  await context.close()
})
