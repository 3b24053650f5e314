import { buyMachines } from './family.ts'
import { expect, test } from './fixtures.ts'
import { axeFlaws, settle } from './inspect.ts'
import type { Person } from './person.ts'
import { visit } from './looks.ts'
import { answered, callTo } from './mocks.ts'
import { textOf } from './texts.ts'

const word = (key: string) => textOf('en', 'calendar', key)

/** Buys a small machine that runs at once. */
async function running({ call, fund }: Person): Promise<string> {
  await fund('105')
  return (await buyMachines({ call })).minerNos[0]!
}

test('a month of income leads by keys and presses to what a day is certain to bring', async ({ person }) => {
  const { page, call } = person
  const machine = await running(person)
  await visit(page, '/myMiner')
  await page.getByRole('link', { name: textOf('en', 'machine', 'mine.calendar.month') }).click()
  const today = page.locator('[aria-current=date]')
  await today.focus()
  await page.keyboard.press('ArrowRight')
  const tomorrow = page.locator('table [tabindex="0"]')
  await expect(tomorrow).toBeFocused()
  await expect(tomorrow).toHaveAccessibleName(/: Interest 0\.02\sUSDT, certain to come$/)
  const interest = page.locator('main li', { hasText: word('kind.interest') }).last()
  await expect(interest).toContainText('0.02')
  // The day stands above its lines, which say the hour alone.
  await expect(interest.locator('time')).toHaveText(/^\d\d:\d\d UTC\+8$/)
  // The last month has the principal, and there is none to go on to.
  const { last } = await call('/api/miner/calendar')
  const { days } = await call('/api/miner/calendar', { month: last })
  const next = page.getByRole('button', { name: word('next') })
  while (!page.url().includes(`month=${last}`)) await next.click()
  await expect(next).toBeDisabled()
  const end = days.find(({ lines }) => lines.some(({ kind }) => kind === 'principal'))!
  await page
    .locator('table button', { hasText: new RegExp(`^${Number(end.day.slice(8))}`) })
    .first()
    .click()
  await expect(page.locator('main li', { hasText: word('kind.principal') }).last()).toContainText('100')
  await settle(page)
  expect(await axeFlaws(page)).toEqual([])
  await page.keyboard.press('PageUp')
  await expect(page.locator('table [tabindex="0"]')).toBeFocused()
  // One machine's own month is reached from its income.
  await visit(page, `/myMiner?view=calendar&machine=${machine}`)
  await expect(page.getByText(word('sum.posted'))).toBeVisible()
  await page.getByRole('link', { name: word('all') }).click()
  await expect(page.getByRole('link', { name: word('all') })).toHaveCount(0)
  // What a calendar program reads by the link, without a session, until the link ends.
  await page.getByText(word('link.title')).click()
  const making = page.waitForResponse((response) => response.url().includes('/api/miner/makeCalendarLink'))
  await page.getByRole('button', { name: word('link.make') }).click()
  const { data } = (await (await making).json()) as { data: { url: string } }
  const read = async () => {
    const answer = await fetch(new URL(data.url, page.url()))
    return { status: answer.status, text: await answer.text() }
  }
  const { status, text } = await read()
  expect([status, text.includes('BEGIN:VEVENT'), text.includes('USDT'), text.includes(machine)]).toEqual([200, true, false, false])
  await expect(page.getByText(new URL(data.url, page.url()).href)).toBeVisible()
  await page.getByRole('button', { name: word('link.end') }).click()
  await expect(page.getByRole('button', { name: word('link.make') })).toBeVisible()
  expect((await read()).status).toBe(404)
})

test('a statement is one press from its machine, and an address without one leads to the list of them', async ({ person }) => {
  const { page } = person
  const machine = await running(person)
  await visit(page, `/myMiner?id=${machine}`)
  await page
    .getByRole('dialog')
    .getByRole('link', { name: textOf('en', 'machine', 'mine.statement') })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: word('statement.title') })).toBeVisible()
  expect(page.url()).toContain(`view=statement&machine=${machine}`)
  await visit(page, '/myMiner?view=statement')
  await expect(page.getByRole('heading', { level: 1, name: textOf('en', 'machine', 'mine.title') })).toBeVisible()
  expect(page.url()).not.toContain('view=')
})

test('a statement adds up what one machine was paid', async ({ person: { page } }) => {
  await page.route(
    callTo('/api/miner/statement'),
    (route) =>
      void route.fulfill(
        answered('/api/miner/statement', {
          list: [
            { period: '2026-10', interest: '0.62', output: '11.16', principal: '0' },
            { period: '2026-11', interest: '0.4', output: '3.6', principal: '100' },
          ],
          total: { interest: '1.02', output: '14.76', principal: '100' },
          years: ['2026'],
          year: '',
          serverTime: '2026-11-20T04:00:00Z',
        }),
      ),
  )
  await visit(page, '/myMiner?view=statement&machine=0123456789abcdefghijklmnop')
  await expect(page.getByRole('row', { name: /October 2026/ })).toContainText('11.16')
  await expect(page.getByRole('row', { name: /November 2026/ })).toContainText('Principal returned: 100')
  await expect(page.getByRole('row', { name: /Together/ })).toContainText('1.02')
  // Paper is white, however the page is printed.
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await theme()).toBe('light')
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  expect(await theme()).toBe('dark')
  // What is printed is the statement, and nothing that one presses.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const name of ['Back', 'Print', 'Demo wallet']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await page.emulateMedia({ media: null })
})
