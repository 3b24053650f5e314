import { languages } from './browser.ts'
import { expect, test, type Page } from './fixtures.ts'
import { opens } from './inspect.ts'
import { machines } from './journey.ts'
import { visit } from './looks.ts'
import { textOf } from './texts.ts'

test('who comes while the server is away gets in by itself once it is back', async ({ page }) => {
  let isAway = true
  await page.route('**/api/**', (route) => (isAway ? route.abort() : route.continue()))
  await page.goto('/#/')
  const away = page.getByText('The server cannot be reached')
  await away.first().waitFor()
  isAway = false
  await expect(away).toHaveCount(0)
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
})

test('with less motion, what is inherited changes everywhere in one moment', async ({ page }) => {
  await page.goto('/#/')
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
  const heights = await page.evaluate(() => {
    const inner = document.body.appendChild(document.createElement('div')).appendChild(document.createElement('p'))
    return ['en', 'zh-Hant'].map((language) => {
      document.documentElement.lang = language
      const { lineHeight, fontSize } = getComputedStyle(inner)
      return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
    })
  })
  expect(heights).toEqual([1.5, 1.6])
})

/** The server offers another version from now on; a page that is loaded anew is that one. */
async function offerAnother(page: Page): Promise<void> {
  await page.route(/^http:\/\/[^/]+\/$/, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue()
    await route.fulfill({ contentType: 'text/html', body: '<script type="module" crossorigin src="/assets/index-another.js"></script>' })
  })
}

const toWallet = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Wallet', exact: true }).click()

test('where a part of the running version is gone, the page is loaded anew once, without a word', async ({ person: { page } }) => {
  await page.goto('/#/')
  await machines(page).waitFor()
  await offerAnother(page)
  let isGone = true
  await page.route('**/assets/WalletScreen-*.js', (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()))
  let loads = 0
  page.on('request', (request) => {
    if (request.resourceType() !== 'document') return
    loads += 1
    isGone = false
  })
  await toWallet(page)
  await page.getByRole('button', { name: 'Top up' }).waitFor()
  expect(loads).toBe(1)
})

test('where a part does not come although nothing is newer, the screen says so', async ({ person: { page } }) => {
  await page.goto('/#/')
  await machines(page).waitFor()
  await page.route('**/assets/WalletScreen-*.js', (route) => route.fulfill({ status: 404 }))
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  await toWallet(page)
  await page.getByText('Unexpected Application Error!').waitFor()
  expect(loads).toBe(0)
})

/** Loses requests for a file until it is told to let them through. */
async function lose(page: Page, file: RegExp): Promise<() => void> {
  let isLost = true
  await page.route(file, (route) => (isLost ? route.abort('connectionreset') : route.continue()))
  return () => (isLost = false)
}

test('code that stands around the screen and does not load leaves the screen alone, and is tried again', async ({ person: { page } }) => {
  const letThrough = await lose(page, /\/assets\/BesideScreens-/)
  const failed = page.waitForEvent('console', (message) => message.text().startsWith('what stands around the screen failed'))
  await page.goto('/#/mine')
  await failed
  await page.getByRole('heading', { name: 'Me' }).waitFor()
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
  letThrough()
  await opens(page, 'Control+k', page.getByRole('dialog'))
})

test('a screen whose code did not load is loaded anew when one comes back to it', async ({ person: { page } }) => {
  const letThrough = await lose(page, /\/assets\/TeamScreen-/)
  await page.goto('/#/mine')
  await page.getByRole('heading', { name: 'Me' }).waitFor()
  await page.evaluate(() => (location.hash = '#/team'))
  await page.getByText('Unexpected Application Error!').waitFor()
  letThrough()
  await page.evaluate(() => (location.hash = '#/mine'))
  await page.getByRole('heading', { name: 'Me' }).waitFor()
  // Who is quicker than the fault is told of it once more.
  const comesBack = async () => {
    await page.evaluate(() => (location.hash = '#/mine'))
    await page.evaluate(() => (location.hash = '#/team'))
    return page.getByRole('heading', { name: 'My team' }).isVisible()
  }
  await expect.poll(comesBack, { intervals: [1_000] }).toBe(true)
})

test('a newer version is offered, and loaded when the person wants it', async ({ person }) => {
  const { page } = await person.on()
  await page.clock.install()
  await page.goto('/#/')
  await machines(page).waitFor()
  const offer = page.getByText('A new version is ready')
  // An hour later the app asks; what answers is the version that runs.
  let answers = 0
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/' && response.request().resourceType() === 'fetch') answers += 1
  })
  await expect.poll(async () => [await page.clock.fastForward('01:00:01'), answers > 0], { intervals: [500] }).toEqual([undefined, true])
  await expect(offer).toHaveCount(0)
  await offerAnother(page)
  await page.clock.fastForward('01:00:01')
  await offer.waitFor()
  const loaded = page.waitForEvent('domcontentloaded')
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await loaded
  await machines(page).waitFor()
  await expect(offer).toHaveCount(0)
})

for (const language of languages) {
  test(`prices take the same room while their age grows: ${language}`, async ({ person }) => {
    const { page } = await person.on({ language })
    await page.clock.install()
    await page.goto('/#/')
    const prices = page.getByRole('region', { name: textOf(language, 'home', 'prices.title') })
    await prices.scrollIntoViewIfNeeded()
    await expect(prices.getByText(textOf(language, 'home', 'prices.source.bids'))).toBeVisible()
    const heights = new Set<number>()
    for (let second = 0; second < 20; second += 1) {
      await page.clock.runFor(1_000)
      heights.add((await prices.boundingBox())?.height ?? 0)
    }
    expect([...heights]).toHaveLength(1)
  })
}

test('the app can be installed', async ({ page, context }) => {
  await page.goto('/#/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await page.request.get(address!)).json()) as {
    icons: { src: string; sizes: string; type: string; purpose: string }[]
    display: string
    start_url: string
  }
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' })
  for (const language of languages) {
    const named = (await (await page.request.get(`/manifest.${language}.webmanifest`)).json()) as {
      shortcuts: { name: string; url: string }[]
      share_target: { action: string }
    }
    expect(named.share_target.action).toBe('/shared')
    // Who cannot turn the phone turns the app.
    expect(named).not.toHaveProperty('orientation')
    expect(named.shortcuts.map(({ url }) => url)).toEqual(['/#/wallet?sheet=topup', '/#/trade', '/#/myMiner', '/#/wallet?view=checks'])
  }
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['any any', '192x192 any', '512x512 any', '512x512 maskable'])
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  for (const { src, type } of [...manifest.icons, { src: touch!, type: 'image/png' }]) {
    const answer = await page.request.get(src)
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, type])
  }
  // Chromium itself finds nothing that stands in the way.
  const devtools = await context.newCDPSession(page)
  const { errors } = (await devtools.send('Page.getAppManifest')) as { errors: unknown[] }
  expect(errors).toEqual([])
})

test('in the installed app nothing lies under the clock of the phone, and nothing is scrolled through it', async ({ person: { page, context } }) => {
  const clock = 47
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: clock } })
  for (const path of ['/', '/transaction']) {
    await visit(page, path)
    const [notice, header] = [page.getByRole('complementary').first(), page.locator('header').first()]
    await notice.waitFor()
    const top = async (part: typeof header) => Math.round((await part.boundingBox())!.y)
    const { y, height } = (await notice.boundingBox())!
    expect([path, y]).toEqual([path, clock])
    // The room for the clock is left once.
    expect([path, await top(header)]).toEqual([path, Math.round(y + height)])
    await page.setViewportSize({ width: 390, height: 520 })
    await page.evaluate(() => {
      document.querySelector('main')!.style.minHeight = '300vh'
      scrollTo(0, 400)
    })
    await expect.poll(() => top(header)).toBe(clock)
    expect(await page.evaluate((at) => document.elementFromPoint(innerWidth / 2, at)?.className, clock / 2)).toMatch(/^shell /)
    await page.setViewportSize({ width: 390, height: 844 })
  }
})

test('an invitation that is shared with the installed app opens it as that invitation', async ({ openPhone }) => {
  const { page } = await openPhone({ hasWorker: true })
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`/shared?text=${encodeURIComponent('Come in: https://etld.example/#/?pusername=Ab12Cd')}`)
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('pusername'))).toBe('Ab12Cd')
  await page.goto('/shared?url=https%3A%2F%2Fetld.example%2F')
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})
