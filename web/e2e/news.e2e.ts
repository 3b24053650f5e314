import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, languages, openBrowser, openPhone, takePicture, type KeptState } from './browser.ts'
import { axeFlaws, findFlaws, recordShifts, settle } from './inspect.ts'
import { signIn } from './journey.ts'
import { Operator } from './operators.ts'
import { textOf } from './texts.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let context: BrowserContext
let page: Page
let faults: string[]
let kept: KeptState
let editor: Operator

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ;({ context, page, faults } = await openPhone(browser))
  await signIn(page, world, '/news')
  kept = await keptBy(context)
  editor = await Operator.signIn(world, 'editor')
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

interface Saved {
  id: string
  version: number
}

const english = { title: 'A quiet week', summary: 'Nothing broke, and here is how we know.', body: '## What we looked at\n\nAll **checks** passed.' }

/** Writes an article and publishes it; gives its id and its version. */
async function publish(draft: object): Promise<Saved> {
  const { id, version } = (await editor.call('news/draft', draft)) as Saved
  await editor.propose('news/publish', { id, version })
  return { id, version: ((await editor.call('news/detail', { id })) as Saved).version }
}

const articles = () => page.locator('main a[href*="newsDetails"]')

test('the list holds what the demo brought, by category and by search', async () => {
  await articles().first().waitFor()
  const all = await articles().count()
  await page.getByRole('radio', { name: 'Guides' }).check()
  await expect.poll(async () => [await articles().count(), await articles().filter({ hasText: 'Guides' }).count()]).toEqual([2, 2])
  await page.getByRole('radio', { name: 'All' }).check()
  await page.getByLabel('Search the news').fill('nodes')
  await expect.poll(() => articles().count()).toBe(1)
  // The address keeps what is looked for.
  await page.reload()
  await expect.poll(() => articles().count()).toBe(1)
  expect(await page.getByLabel('Search the news').inputValue()).toBe('nodes')
  await page.getByLabel('Search the news').fill('no such word anywhere')
  await page.getByText('Nothing found').waitFor()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect.poll(() => articles().count()).toBe(all)
})

test('articles of the demo have pictures, with words for those who cannot see them', async () => {
  await page.goto(`${world.url}/#/news`)
  await expect
    .poll(() =>
      articles()
        .locator('img')
        .evaluateAll(
          (all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0 && (one as HTMLImageElement).currentSrc.includes('/pictures/')).length,
        ),
    )
    .toBe(5)
  await articles().filter({ hasText: 'How the books can be checked' }).click()
  const cover = page.getByRole('img', { name: 'A balance in equilibrium above an open book' })
  await expect.poll(() => cover.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(320)
})

test('an article is shown as it was written, and its older revision stays readable', async () => {
  const { id, version } = await publish({ category: 'product', texts: { en: english } })
  await publish({
    id,
    version,
    category: 'product',
    texts: { en: { ...english, body: 'Corrected: all checks but one passed. See [the pool](#/dividendPool) or [the source](https://example.org/).' } },
  })
  await page.goto(`${world.url}/#/newsDetails?id=${id}`)
  await page.getByText('Corrected: all checks but one passed.').waitFor()
  expect(await page.getByRole('link', { name: 'the source' }).getAttribute('rel')).toBe('noopener noreferrer')
  await page.getByText('Revisions: 2').click()
  await page.getByRole('link', { name: /^Revision 1/ }).click()
  await page.getByRole('heading', { name: 'What we looked at' }).waitFor()
  await page.getByText('You are reading revision 1; there is a newer one.').waitFor()
  await page.getByRole('link', { name: 'Read the newest' }).click()
  await page.getByRole('link', { name: 'the pool' }).click()
  await page.getByRole('heading', { name: 'Dividend pool' }).waitFor()
})

test('hostile Markdown stays words', async () => {
  const body =
    '<script>document.title = "broken in"</script> <img src=x onerror="document.title=\'broken in\'"> [press me](javascript:document.title=1) [data](data:text/html,x) ![far](https://example.org/far.png)\n\nThe end.'
  const { id } = await publish({ category: 'education', texts: { en: { ...english, body } } })
  await page.goto(`${world.url}/#/newsDetails?id=${id}`)
  await page.getByText('The end.').waitFor()
  expect(await page.title()).toBe('News article · ETLD')
  const inBody = await page.evaluate(() =>
    [...document.querySelectorAll('article a, article script, article img')].map((one) => one.getAttribute('href') ?? one.getAttribute('src')),
  )
  expect(inBody).toEqual(['/covers/education.svg'])
})

test('what is not yet translated says so, in three languages, and every screen is clean', async () => {
  const { id } = await publish({ category: 'announcement', texts: { en: { ...english, title: 'In English only' } } })
  const found: string[] = []
  for (const language of languages) {
    for (const theme of ['dark', 'light'] as const) {
      const phone = await openPhone(browser, { language, theme, kept, width: theme === 'dark' ? 390 : 320 })
      await phone.context.addInitScript(recordShifts)
      for (const [name, path] of [
        ['list', '/news'],
        ['article', `/newsDetails?id=${id}`],
      ] as const) {
        await phone.page.goto(`${world.url}/?${language}${theme}${name}#${path}`)
        await phone.page.getByText('In English only').first().waitFor()
        await settle(phone.page)
        const mark = phone.page.getByText(textOf(language, 'news', name === 'list' ? 'untranslated' : 'untranslatedNote'))
        expect((await mark.count()) > 0, `${language} ${name}`).toBe(language !== 'en')
        if (language !== 'en')
          expect(
            await phone.page
              .getByText('In English only')
              .first()
              .evaluate((one) => one.closest('[lang]')?.getAttribute('lang')),
          ).toBe('en')
        for (const flaw of [...(await findFlaws(phone.page, language)), ...(await axeFlaws(phone.page))]) found.push(`${language} ${theme} ${name}: ${flaw}`)
        if (process.env['ETLD_PICTURES'] === '1') await takePicture(phone.page, `news-${name}-${language}-${theme}`)
      }
      await phone.context.close()
    }
  }
  expect(found).toEqual([])
})

test('an article that does not exist leads back to the news', async () => {
  await page.goto(`${world.url}/#/newsDetails?id=nosuchnews`)
  await page.getByText('No such article').waitFor()
  await page.getByRole('link', { name: 'All news' }).click()
  await articles().first().waitFor()
  expect(faults.filter((fault) => !fault.includes('1005'))).toEqual([])
})
