import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, languages, openBrowser, openPhone, takePicture, type KeptState, type Phone } from './browser.ts'
import { axeFlaws, findFlaws, recordShifts, settle } from './inspect.ts'
import { signIn } from './journey.ts'
import { Operator } from './operators.ts'
import { textOf } from './texts.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let kept: KeptState

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  const { context, page } = await openPhone(browser)
  // A front page that is kept is shown first, and would hide for a while what changes.
  await signIn(page, world, '/news')
  kept = await keptBy(context)
  await context.close()
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const looks: Phone[] = languages.map((language) => (language === 'ru' ? { language, theme: 'light', width: 320 } : { language, theme: 'dark', width: 390 }))

test('below what is seen first stand nodes, news and goods, and an incident before everything', async () => {
  const [editor, second] = await Promise.all([Operator.signIn(world, 'editor'), Operator.signIn(world, 'editor', 2)])
  const texts = {
    zhtw: { title: '入帳延遲', summary: '正在處理。', body: '鏈上擁塞。' },
    en: { title: 'Top-ups are late', summary: 'We are on it.', body: 'The chain is busy.' },
    ru: { title: 'Пополнения задерживаются', summary: 'Мы работаем над этим.', body: 'Сеть перегружена.' },
  }
  const { id, version } = (await editor.call('news/draft', { category: 'incident', texts })) as { id: string; version: number }
  await second.approve(await editor.propose('news/publish', { id, version }))
  await editor.call('news/pin', { id, version: ((await editor.call('news/detail', { id })) as { version: number }).version, pinned: true })
  const found: string[] = []
  for (const look of looks) {
    const language = look.language!
    const { context, page } = await openPhone(browser, { ...look, kept })
    await context.addInitScript(recordShifts)
    await page.goto(`${world.url}/#/`)
    const incident = page.getByRole('link', { name: textOf(language, 'home-incident', 'label') })
    await incident.waitFor()
    await settle(page)
    await page.getByRole('link', { name: textOf(language, 'home-below', 'nodes.open') }).waitFor()
    // News and goods are fetched when somebody comes near.
    expect(await page.getByRole('heading', { name: textOf(language, 'home-further', 'news.title') }).count()).toBe(0)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('heading', { name: textOf(language, 'home-further', 'goods.title') }).waitFor()
    await expect.poll(() => page.locator('a[href*="productsDetails"]').count()).toBe(4)
    // Three articles, and the incident is not told twice.
    expect(await page.locator('main ul a[href*="newsDetails"]').count()).toBe(2)
    await expect
      .poll(() =>
        page
          .locator('main ul a[href*="newsDetails"] img')
          .evaluateAll(
            (all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0 && (one as HTMLImageElement).currentSrc.includes('/pictures/')).length,
          ),
      )
      .toBe(2)
    await settle(page)
    for (const flaw of [...(await findFlaws(page, language)), ...(await axeFlaws(page))]) found.push(`${language}: ${flaw}`)
    if (process.env['ETLD_PICTURES'] === '1') await takePicture(page, `home-${language}-${look.width}`)
    await incident.click()
    await page.getByRole('heading', { name: texts[language].title }).waitFor()
    await context.close()
  }
  expect(found).toEqual([])
})

test("an editor's banner stands before the four, in the reader's language or else in Chinese with a mark, and leads to its article", async () => {
  const editor = await Operator.signIn(world, 'editor')
  const article = {
    zhtw: { title: '新手三步驟', summary: '連接、儲值、開始。', body: '先連接錢包。' },
    en: { title: 'Three first steps', summary: 'Connect, top up, start.', body: 'Connect a wallet first.' },
    ru: { title: 'Три первых шага', summary: 'Подключить, пополнить, начать.', body: 'Сначала подключите кошелёк.' },
  }
  const { id, version } = (await editor.call('news/draft', { category: 'education', texts: article })) as { id: string; version: number }
  await editor.propose('news/publish', { id, version })
  const texts = {
    zhtw: { title: '第一次來？從這三步開始', note: '連接錢包、儲值、啟動第一台礦機，全程約五分鐘。' },
    en: { title: 'New here? Begin with three steps', note: 'Connect a wallet, top up and start a first machine in about five minutes.' },
  }
  const banner = (await editor.call('banners/add', { texts, target: `/newsDetails?id=${id}`, cover: 'education' })) as { id: string; version: number }
  const found: string[] = []
  for (const look of looks) {
    const language = look.language!
    const { context, page } = await openPhone(browser, { ...look, kept })
    await context.addInitScript(recordShifts)
    await page.goto(`${world.url}/#/`)
    const all = page.getByRole('list', { name: textOf(language, 'home', 'banners.label') }).getByRole('listitem')
    const first = all.first()
    await first.getByRole('link', { name: (language === 'en' ? texts.en : texts.zhtw).title }).waitFor()
    expect(await all.count()).toBe(5)
    expect(await first.getByText(textOf(language, 'home-banners', 'untranslated')).count()).toBe(language === 'ru' ? 1 : 0)
    expect(await first.locator('[lang]').evaluateAll((own) => own.map((one) => one.getAttribute('lang')))).toEqual(language === 'ru' ? ['zh-Hant'] : [])
    await first.scrollIntoViewIfNeeded()
    await settle(page)
    for (const flaw of [...(await findFlaws(page, language)), ...(await axeFlaws(page))]) found.push(`${language}: ${flaw}`)
    if (process.env['ETLD_PICTURES'] === '1') await takePicture(page, `home-banner-${language}-${look.width}`, false)
    await first.getByRole('link').click()
    await page.getByRole('heading', { name: article[language].title }).waitFor()
    await context.close()
  }
  expect(found).toEqual([])
  await editor.call('banners/remove', { id: banner.id, version: banner.version })
  const { context, page } = await openPhone(browser, { kept })
  await page.goto(`${world.url}/#/`)
  const all = page.getByRole('list', { name: textOf('en', 'home', 'banners.label') }).getByRole('listitem')
  await all.first().waitFor()
  expect([await all.count(), await all.filter({ hasText: texts.en.title }).count()]).toEqual([4, 0])
  await context.close()
})
