import { expect, test, type Page } from './fixtures.ts'
import { hour } from './journey.ts'
import { flawsInAll, visit, type States } from './looks.ts'
import { Operator } from './operators.ts'
import { textOf } from './texts.ts'

test.use({ story: 'home' })
test.describe.configure({ mode: 'serial' })

test('below what is seen first stand nodes, news and goods, and an incident before everything', async ({ world, person }) => {
  const [editor, second] = await Promise.all([Operator.signIn(world, 'editor'), Operator.signIn(world, 'editor', 2)])
  const texts = {
    zhtw: { title: '入帳延遲', summary: '正在處理。', body: '鏈上擁塞。' },
    en: { title: 'Top-ups are late', summary: 'We are on it.', body: 'The chain is busy.' },
    ru: { title: 'Пополнения задерживаются', summary: 'Мы работаем над этим.', body: 'Сеть перегружена.' },
  }
  const { id, version } = await editor.call('news/draft', { category: 'incident', texts })
  await second.approve(await editor.propose('news/publish', { id, version }))
  await second.approve(await editor.propose('news/pin', { id, version: (await editor.call('news/detail', { id })).version, pinned: true }))
  const states: States = {
    home: {
      show: async (page, language) => {
        await visit(page, '/')
        await page.getByRole('link', { name: textOf(language, 'home', 'incident') }).waitFor()
        await page.getByRole('link', { name: textOf(language, 'home', 'nodes.open') }).waitFor()
        // News and goods are fetched when somebody comes near.
        await expect(page.getByRole('heading', { name: textOf(language, 'home', 'news.title') })).toHaveCount(0)
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
        await page.getByRole('heading', { name: textOf(language, 'home', 'goods.title') }).waitFor()
        await expect(page.locator('a[href*="productsDetails"]')).toHaveCount(4)
        // Three articles, and the incident is not told twice.
        const news = page.locator('main ul a[href*="newsDetails"]')
        await expect(news).toHaveCount(2)
        await expect
          .poll(() =>
            news
              .locator('img')
              .evaluateAll((all) => (all as HTMLImageElement[]).filter((one) => one.naturalWidth > 0 && one.currentSrc.includes('/pictures/')).length),
          )
          .toBe(2)
      },
    },
    incident: {
      show: async (page, language) => {
        await page.getByRole('link', { name: textOf(language, 'home', 'incident') }).click()
        await page.getByRole('heading', { name: texts[language].title }).waitFor()
      },
    },
  }
  // At twice the size of text the incident moves what stands below it, as its place is known only when it comes.
  expect(await flawsInAll(states, (phone) => person.on(phone), { isDouble: false })).toEqual({})
})

test("an editor's banner stands before the four, in the reader's language or else in Chinese with a mark, and leads to its article", async ({
  world,
  person,
}) => {
  const editor = await Operator.signIn(world, 'editor')
  const article = {
    zhtw: { title: '新手三步驟', summary: '連接、儲值、開始。', body: '先連接錢包。' },
    en: { title: 'Three first steps', summary: 'Connect, top up, start.', body: 'Connect a wallet first.' },
    ru: { title: 'Три первых шага', summary: 'Подключить, пополнить, начать.', body: 'Сначала подключите кошелёк.' },
  }
  const { id, version } = await editor.call('news/draft', { category: 'education', texts: article })
  await editor.propose('news/publish', { id, version })
  const texts = {
    zhtw: { title: '第一次來？從這三步開始', note: '連接錢包、儲值、啟動第一台礦機，全程約五分鐘。' },
    en: { title: 'New here? Begin with three steps', note: 'Connect a wallet, top up and start a first machine in about five minutes.' },
  }
  const banner = await editor.call('banners/add', { texts, target: `/newsDetails?id=${id}`, cover: 'education' })
  const states: States = {
    homeBanner: {
      show: async (page, language) => {
        await visit(page, '/')
        const all = page.getByRole('list', { name: textOf(language, 'home', 'banners.label') }).getByRole('listitem')
        const first = all.first()
        await first.getByRole('link', { name: (language === 'en' ? texts.en : texts.zhtw).title }).waitFor()
        await expect(all).toHaveCount(5)
        await expect(first.getByText(textOf(language, 'home', 'banners.untranslated'))).toHaveCount(language === 'ru' ? 1 : 0)
        expect(await first.locator('[lang]').evaluateAll((own) => own.map((one) => one.getAttribute('lang')))).toEqual(language === 'ru' ? ['zh-Hant'] : [])
        await first.scrollIntoViewIfNeeded()
      },
      isSheet: true,
    },
    bannerArticle: {
      show: async (page, language) => {
        const list = page.getByRole('list', { name: textOf(language, 'home', 'banners.label') })
        await list.getByRole('listitem').first().getByRole('link').click()
        await page.getByRole('heading', { name: article[language].title }).waitFor()
      },
    },
  }
  expect(await flawsInAll(states, (phone) => person.on(phone), { isDouble: false })).toEqual({})
  await editor.call('banners/remove', { id: banner.id, version: banner.version })
  const { page } = await person.on()
  await page.goto('/#/')
  const all = page.getByRole('list', { name: textOf('en', 'home', 'banners.label') }).getByRole('listitem')
  await expect(all).toHaveCount(4)
  await expect(all.filter({ hasText: texts.en.title })).toHaveCount(0)
})

test('a day later the chart of the price says what stands under the finger, and the price how it changed', async ({ world, join }) => {
  // The first price is noted when the world began; half an hour less than a day later it still counts.
  await world.advance(23.5 * hour)
  const { page, call } = await join()
  await expect.poll(async () => (await call('/api/main/priceHistory', { currency: 'ETLD' })).list.length).toBeGreaterThan(1)
  await visit(page, '/trade')
  const figure = page.locator('figure')
  await figure.locator('svg').first().waitFor()
  await figure.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = (await figure.getByRole('img').boundingBox())!
  await page.touchscreen.tap(box.x + box.width / 3, box.y + 60)
  await page.getByText(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC\+8: 0\.\d+ USDT$/).waitFor()
  await page
    .getByText(/ in 24 h$/)
    .first()
    .waitFor()
})

test('what operators stop is said on every screen, with its reason, until two restart it', async ({ world, person }) => {
  const [one, other] = await Promise.all([Operator.signIn(world, 'finance_maker'), Operator.signIn(world, 'finance_checker')])
  await one.propose('emergency/change', { part: 'sales', stop: true }, 'The catalogue is being corrected')
  // The server remembers for a moment what stands still.
  await expect.poll(async () => JSON.stringify(await person.call('/api/open/app'))).toContain('The catalogue is being corrected')
  const noticeOn = (page: Page) => page.getByRole('status').filter({ hasText: 'The catalogue is being corrected' })
  for (const [language, words] of [
    ['zhtw', /提領/],
    ['ru', /Вывод/],
    ['en', /Withdrawals continue/],
  ] as const) {
    const { page, context } = await person.on({ language })
    for (const path of ['/', '/wallet']) {
      await visit(page, path)
      await expect(noticeOn(page)).toHaveCount(1)
      await expect(noticeOn(page)).toContainText(words)
    }
    await context.close()
  }
  const { page } = await person.on()
  await page.clock.install()
  await visit(page, '/wallet')
  await noticeOn(page).waitFor()
  await other.approve(await one.propose('emergency/change', { part: 'sales', stop: false }, 'Corrected'))
  // An open app asks once a minute.
  await expect.poll(async () => [await page.clock.fastForward(61_000), await noticeOn(page).count()], { intervals: [500] }).toEqual([undefined, 0])
})
