import { expect, test as base, type Page } from './fixtures.ts'
import { settle } from './inspect.ts'
import { machines } from './journey.ts'
import { visit } from './looks.ts'
import { keptCalls, reads, screens, test } from './offline.ts'

const missing = 'Not on this device yet'
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline' })
const heightOf = (page: Page) => notice(page).evaluate((element: HTMLElement) => element.offsetHeight)

test('screens that were never read say so, and come by themselves with the line', async ({ owner }) => {
  const { page, context } = await owner.on({ hasWorker: true })
  const home = async () => {
    await page.goto('/#/')
    await machines(page).waitFor()
  }
  await home()
  await page.evaluate(() => navigator.serviceWorker.ready)
  // What the front page shows has a time: so high is what says that there is no line.
  await context.setOffline(true)
  await page.getByText(/You are offline\. These figures are from .*UTC\+8/).waitFor()
  const datedHeight = await heightOf(page)
  await context.setOffline(false)
  await notice(page).waitFor({ state: 'detached' })
  // What /team reads, /share reads as well; here it must come first.
  for (const { path, read } of screens.filter((one) => !one.path.startsWith('/team'))) {
    await home()
    await context.setOffline(true)
    await page.goto(`/#${path}`)
    const said = page.locator('main').getByText(missing).first()
    await said.waitFor()
    await notice(page).waitFor()
    await settle(page)
    // A time is said only where figures stand: what /chain read, those after it show as well. What the front page reads in its own time stands beside the pools.
    const isDated = path !== '/share' && path !== '/chain'
    if (path !== '/dividendPool') expect([path, await page.getByText('You are offline. These figures').count()]).toEqual([path, isDated ? 1 : 0])
    // Nothing moves where figures come later than what says that there is no line.
    expect([path, await heightOf(page)]).toEqual([path, datedHeight])
    // A frame without anything in it is no answer.
    expect([path, await page.locator('main ul:not(:has(*)), main dl:not(:has(*))').count()]).toEqual([path, 0])
    // Nothing is offered that cannot work, and nobody but the line is blamed.
    expect([path, await page.getByText(/Try again|Slow connection|server cannot be reached/).count()]).toEqual([path, 0])
    await context.setOffline(false)
    await reads(page, read)
    await notice(page).waitFor({ state: 'detached' })
  }
})

base('a phone that has the app opens it without a line, and says from when its figures are', async ({ person }) => {
  const { page, context } = await person.on({ hasWorker: true })
  await visit(page, '/')
  await machines(page).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => keptCalls(page)).toContain('/api/main/home')
  await context.setOffline(true)
  await page.reload()
  await machines(page).waitFor()
  await page.getByText(/You are offline\. These figures are from .*UTC\+8/).waitFor()
  // What is drawn for news without a picture is there.
  const drawn = page.evaluate(async () => {
    const cover = new Image()
    cover.src = '/covers/education.svg'
    await cover.decode()
    return cover.naturalWidth
  })
  expect(await drawn).toBeGreaterThan(0)
  // A screen that was never opened: its code is there, its figures are not, and it says so.
  await page.getByRole('navigation').getByRole('link', { name: 'Wallet', exact: true }).click()
  await page.getByText(missing).first().waitFor()
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
  await context.setOffline(false)
  await notice(page).waitFor({ state: 'detached' })
  await expect(page.getByText(missing)).toHaveCount(0)
})
