import type { Body } from '../console/src/core/contract/contract.ts'
import { expect, test as base, type Page } from './fixtures.ts'
import { flawsInAll, visit, type State } from './looks.ts'
import { Operator } from './operators.ts'
import type { Person } from './person.ts'
import { textOf } from './texts.ts'

interface Saved {
  id: string
  version: number
}

const english = { title: 'A quiet week', summary: 'Nothing broke, and here is how we know.', body: '## What we looked at\n\nAll **checks** passed.' }

interface Fixtures {
  /** Somebody whose phone finds no fault. */
  reader: Person
  /** Writes an article and publishes it, with a second editor where it leads outside; gives its id and its version. */
  publish: (draft: Body<'news/draft'>, leadsOut?: boolean) => Promise<Saved>
}

const test = base.extend<Fixtures>({
  reader: async ({ person }, use) => {
    await use(person)
    expect(person.faults).toEqual([])
  },
  publish: async ({ world }, use) => {
    const editor = await Operator.signIn(world, 'editor')
    await use(async (draft, leadsOut = false) => {
      const { id, version } = await editor.call('news/draft', draft)
      const proposal = await editor.propose('news/publish', { id, version })
      if (leadsOut) await (await Operator.signIn(world, 'editor', 2)).approve(proposal)
      return { id, version: (await editor.call('news/detail', { id })).version }
    })
  },
})

test.use({ story: 'news' })
test.describe.configure({ mode: 'serial' })

const articles = (page: Page) => page.locator('main a[href*="newsDetails"]')

test('the list holds what the demo brought, by category and by search', async ({ reader: { page } }) => {
  await page.goto('/#/news')
  await articles(page).first().waitFor()
  const all = await articles(page).count()
  await page.getByRole('radio', { name: 'Guides' }).check()
  await expect.poll(async () => [await articles(page).count(), await articles(page).filter({ hasText: 'Guides' }).count()]).toEqual([2, 2])
  await page.getByRole('radio', { name: 'All', exact: true }).check()
  const search = page.getByLabel('Search the news')
  await search.fill('nodes')
  await expect(articles(page)).toHaveCount(1)
  // The address keeps what is looked for.
  await page.reload()
  await expect(articles(page)).toHaveCount(1)
  await expect(search).toHaveValue('nodes')
  await search.fill('no such word anywhere')
  await page.getByText('Nothing found').waitFor()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(articles(page)).toHaveCount(all)
})

test('articles of the demo have pictures, with words for those who cannot see them', async ({ reader: { page } }) => {
  await page.goto('/#/news')
  const pictures = articles(page).locator('img')
  await expect
    .poll(() =>
      pictures.evaluateAll((all) => (all as HTMLImageElement[]).filter((one) => one.naturalWidth > 0 && one.currentSrc.includes('/pictures/')).length),
    )
    .toBe(5)
  await articles(page).filter({ hasText: 'How the books can be checked' }).click()
  const cover = page.getByRole('img', { name: 'A balance in equilibrium above an open book' })
  await expect.poll(() => cover.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(320)
})

test('an article is shown as it was written, and its older revision stays readable', async ({ reader: { page }, publish }) => {
  const { id, version } = await publish({ category: 'product', texts: { en: english } })
  const body = 'Corrected: all checks but one passed. See [the pool](#/dividendPool) or [the source](https://example.org/).'
  await publish({ id, version, category: 'product', texts: { en: { ...english, body } } }, true)
  await page.goto(`/#/newsDetails?id=${id}`)
  await page.getByText('Corrected: all checks but one passed.').waitFor()
  await expect(page.getByRole('link', { name: 'the source' })).toHaveAttribute('rel', 'noopener noreferrer')
  await page.getByText('(example.org)', { exact: true }).waitFor()
  await page.getByText('Revisions: 2').click()
  await page.getByRole('link', { name: /^Revision 1/ }).click()
  await page.getByRole('heading', { name: 'What we looked at' }).waitFor()
  await page.getByText('You are reading revision 1; there is a newer one.').waitFor()
  await page.getByRole('link', { name: 'Read the newest' }).click()
  await page.getByRole('link', { name: 'the pool' }).click()
  await page.getByRole('heading', { name: 'Dividend pool' }).waitFor()
})

test('hostile Markdown stays words', async ({ reader: { page }, publish }) => {
  const body =
    '<script>document.title = "broken in"</script> <img src=x onerror="document.title=\'broken in\'"> [press me](javascript:document.title=1) [data](data:text/html,x) ![far](https://example.org/far.png)\n\nThe end.'
  const { id } = await publish({ category: 'education', texts: { en: { ...english, body } } })
  await page.goto(`/#/newsDetails?id=${id}`)
  await page.getByText('The end.').waitFor()
  await expect(page).toHaveTitle('News article · ETLD')
  const inBody = await page.evaluate(() =>
    [...document.querySelectorAll('article a, article script, article img')].map((one) => one.getAttribute('href') ?? one.getAttribute('src')),
  )
  expect(inBody).toEqual(['/covers/education.svg'])
})

test('what is not yet translated says so, in three languages, and every screen is sound', async ({ reader, publish }) => {
  const { id } = await publish({ category: 'announcement', texts: { en: { ...english, title: 'In English only' } } })
  const untranslated = (path: string, key: string): State => ({
    show: async (page, language) => {
      await visit(page, path)
      const title = page.getByText('In English only').first()
      await title.waitFor()
      const marks = page.getByText(textOf(language, 'news', key))
      if (language === 'en') return expect(marks).toHaveCount(0)
      await expect(marks.first()).toBeVisible()
      expect(await title.evaluate((one) => one.closest('[lang]')?.getAttribute('lang'))).toBe('en')
    },
  })
  const states = { newsList: untranslated('/news', 'untranslated'), newsArticle: untranslated(`/newsDetails?id=${id}`, 'untranslatedNote') }
  expect(await flawsInAll(states, (phone) => reader.on(phone))).toEqual({})
})

test('an article that does not exist leads back to the news', async ({ person: { page, faults } }) => {
  await page.goto('/#/newsDetails?id=nosuchnews')
  await page.getByText('No such article').waitFor()
  await page.getByRole('link', { name: 'All news' }).click()
  await articles(page).first().waitFor()
  expect(faults.filter((fault) => !fault.includes('1005'))).toEqual([])
})
