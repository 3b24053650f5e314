import { buyMachines } from './family.ts'
import { expect, test, type Page } from './fixtures.ts'
import { day, hour } from './journey.ts'
import { visit } from './looks.ts'
import { Operator } from './operators.ts'

// Nobody else's machine runs here.
test.use({ story: 'figures' })
test.describe.configure({ mode: 'serial' })

/** How long the first day lasts, which began at noon. */
const restOfDay = 12 * hour

/** The figure below a name. */
async function below(page: Page, name: string): Promise<number> {
  const text = await page.getByText(name, { exact: true }).locator('xpath=following-sibling::*[1]').first().innerText()
  return Number.parseFloat(text.replaceAll(',', ''))
}

test('"today" is the platform\'s day on every screen, and what was posted today is called the output of yesterday', async ({ person, world }) => {
  const { page, call } = person
  await person.fund('400')
  await buyMachines(person, 'machineSmall', 3)
  await visit(page, '/')
  // The machines began today, so nothing is said of yesterday.
  expect(await below(page, 'My power')).toBe(3)
  await visit(page, '/myMiner')
  expect(await below(page, 'My power')).toBe(3)
  await expect(page.getByText("Yesterday's ETLD")).toHaveCount(0)
  await page.getByText('Yesterday’s output', { exact: true }).waitFor({ state: 'detached' })
  // The first day ends, and the second one, which every machine ran from its first second to its last.
  await world.advance(restOfDay + hour)
  await world.advance(day)
  await expect.poll(async () => Number((await call('/api/miner/minerStatistics')).todayEtld), { timeout: 60_000 }).toBeGreaterThan(0)
  await visit(page, '/')
  await page.getByText('Today’s output (estimate)').first().waitFor()
  await visit(page, '/myMiner')
  const yesterday = await below(page, "Yesterday's ETLD")
  const rate = await below(page, 'Per T yesterday')
  // Three machines of 1 T each, a whole day: the figure beside it, times three.
  expect(yesterday).toBeCloseTo(3 * rate, 3)
  // No other machine runs: the network is theirs, in one measure with "my power".
  await page.getByText(/^All machines yesterday: 3(\.0+)?\sT$/).waitFor()
  const chosen = page.getByRole('group', { name: 'Seven days of income' }).getByRole('radio', { checked: true })
  expect(Number.parseFloat((await chosen.getAttribute('aria-label'))!.match(/output ([\d.,]+)/)![1]!)).toBeCloseTo(yesterday, 2)
  await page.getByText('· today').waitFor()
})

const path = '/transparency/?lang=en'

test('what changed, what went wrong and how it was stand on the page, and the gate, the pool and a shared link lead to it', async ({ person, page, world }) => {
  await person.fund('5000')
  await buyMachines(person, 'machineSmall')
  const [maker, checker] = [await Operator.signIn(world, 'catalogue'), await Operator.signIn(world, 'finance_checker')]
  await checker.approve(await maker.propose('params/change', { name: 'withdrawal.review_hours', value: '12' }, 'reviews are quicker'))
  const editor = await Operator.signIn(world, 'editor')
  const texts = { en: { title: 'A node answered late', summary: 'Deposits waited for ten minutes.', body: 'Nothing was lost.' } }
  const { id, version } = await editor.call('news/draft', { category: 'incident', texts })
  await (await Operator.signIn(world, 'editor', 2)).approve(await editor.propose('news/publish', { id, version }))
  for (let day = 0; day < 3; day += 1) await world.advance(24 * hour)

  const main = page.locator('main')
  await expect(async () => {
    await world.advance(60)
    await page.goto(path)
    await expect(main).toContainText('At the rate of the last day it lasts', { timeout: 100 })
  }).toPass()
  await expect(main).toContainText('withdrawal.review_hours')
  await expect(main).toContainText('24 → 12')
  await expect(main.getByRole('img', { name: /^USDT from/ })).toBeVisible()
  await expect(main).toContainText('What all this does not show')
  // Each block of figures says of when it is and where its numbers are as JSON.
  for (const name of ['reserves.json', 'pools.json', 'changelog.json']) {
    await expect(main.locator(`a[href="${name}"]`).first()).toBeVisible()
    expect(((await (await page.request.get(`/transparency/${name}`)).json()) as { at: string }).at).toMatch(/^2026-11-2/)
  }
  const card = async (name: string) => (await page.locator(`meta[property="og:${name}"]`).getAttribute('content')) ?? ''
  expect(await card('title')).toMatch(/^We owe [\d,.]+.USDT\. We hold [\d,.]+.USDT\.$/)
  const image = await page.request.get(await card('image'))
  expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png'])

  await main.getByRole('link', { name: 'A node answered late' }).click()
  await expect(page).toHaveURL(new RegExp(`newsDetails\\?id=${id}`))

  await page.goto('/')
  await page.locator('a[href="/transparency/?lang=en"]').click()
  await expect(page).toHaveURL(/\/transparency\/\?lang=en$/)
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await person.page.goto('/#/dividendPool')
  await person.page.getByRole('link', { name: 'The reserves, for anybody to check' }).click()
  await expect(person.page).toHaveURL(/\/transparency\/\?lang=en$/)
})
