import type { Data } from '../kit/src/api/contract.ts'
import { expect, test } from './fixtures.ts'
import { watchGoing, wentLike } from './going.ts'
import { dividendStatement, holdDividend, showGame } from './looks/game.ts'
import { visit } from './looks.ts'
import { answered, callTo, changeAnswer } from './mocks.ts'

const path = '/wallet?view=checks'

test('rounds are recomputed where all that was checked stands, and one that does not fit is told beside the total', async ({ person: { page } }) => {
  await visit(page, path)
  await page.getByText('This device holds no receipt of a round yet.').waitFor()
  await page.getByText('None of your nodes counted in a closed month yet.').waitFor()
  await showGame(page, 'spoilt')
  await page.getByText('This does not fit').first().waitFor()
  await visit(page, '/wallet')
  await page.getByRole('link', { name: 'A round does not fit' }).click()
  await page.getByText('0 of 1 were recomputed whole and fit.').waitFor()
  await page.getByRole('link', { name: 'Something does not fit: see what.' }).click()
  await page.getByRole('dialog').waitFor()
})

test('a round that fits is recomputed by the page itself', async ({ person: { page } }) => {
  await showGame(page, 'rotated')
  await page.getByText('Verified on this device').waitFor()
  // As if it had never been looked at.
  await page.evaluate(() => {
    const [key = ''] = Object.keys(localStorage).filter((one) => one.startsWith('etld.game.'))
    const [{ outcome: _, ...receipt }] = JSON.parse(localStorage.getItem(key) ?? '[]') as [{ outcome?: string }]
    localStorage.setItem(key, JSON.stringify([receipt]))
  })
  await visit(page, path)
  await page.getByText('1 of 1 were recomputed whole and fit.').waitFor()
  // It is copied to a second device by its QR code, which tells where to look and nothing of what was found.
  await page.getByText('Check on a second device').click()
  const code = page.getByRole('img', { name: /^QR code of / })
  await expect(code).toHaveAccessibleName(/\/#\/wallet\?view=checks$/)
  await page
    .getByRole('radio', { name: /^Round / })
    .first()
    .check()
  await expect(code).toHaveAccessibleName(/\/#\/trade\?tab=box&view=record&period=\d{8}-\d{3}$/)
})

test('the app looks at each snapshot by itself, once a day, whatever screen is open', async ({ person: { page } }) => {
  await page.clock.install()
  const hourMs = 3_600_000
  let asked = 0
  let serverMs = 0
  // By the platform's clock, eight hours before that of UTC.
  const endedDay = (inHours: number) => new Date(serverMs + (inHours + 8 - 24) * hourMs).toISOString().slice(0, 10)
  await page.route(callTo('/api/open/snapshots'), async (route) => {
    asked += 1
    const { data } = (await (await route.fetch()).json()) as { data: Data<'/api/open/snapshots'> }
    serverMs = Date.parse(data.serverTime)
    const row = { snapshot: endedDay(0).replaceAll('-', ''), text: 'of that day' } as Data<'/api/open/snapshots'>['list'][number]
    await route.fulfill(answered('/api/open/snapshots', { ...data, list: [row] }))
  })
  const askedLater = async () => {
    await page.clock.runFor(5_000)
    return asked
  }
  const looked = () => page.evaluate(() => Object.keys(localStorage).find((one) => one.startsWith('etld.looked')) ?? '')
  const asIfLookedAt = async (day: string) =>
    page.evaluate(
      ([key, at]) => {
        const [[address]] = JSON.parse(localStorage.getItem(key) ?? '[]') as [[string, string]]
        localStorage.setItem(key, JSON.stringify([[address, at]]))
      },
      [await looked(), day] as const,
    )
  await page.goto('/#/')
  await page.getByRole('main').waitFor()
  await expect.poll(askedLater).toBe(1)
  await expect.poll(looked).not.toBe('')
  await asIfLookedAt(endedDay(5))
  await page.clock.fastForward('05:00:00')
  expect(await askedLater()).toBe(1)
  await asIfLookedAt('2026-01-01')
  await page.clock.fastForward('01:00:00')
  await expect.poll(askedLater).toBe(2)
})

test('a line of the public log that was changed, or that another one takes the place of, is found', async ({ person: { page } }) => {
  await visit(page, path)
  await page.getByText('Every line follows from the one before, and the journal only went on.').waitFor()
  await changeAnswer(page, '/api/open/reserves', (reserves) => ({
    ...reserves,
    lines: reserves.lines.map((line) => ({ ...line, text: line.text.replace('sum|', 'sum |') })),
  }))
  await visit(page, path)
  await page.getByText('A line has another hash than its text.').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // Another log that is whole in itself: the device remembers the line that it saw.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('etld.line')) ?? ''
    const [[number]] = JSON.parse(localStorage.getItem(key) ?? '[]') as [[string, string]]
    localStorage.setItem(key, JSON.stringify([[number, 'ab'.repeat(32)]]))
  })
  await visit(page, path)
  await page.getByText('A line is not the one that this device or the chain knows.').waitFor()
})

test('a dividend is divided anew, and one that pays a node less is found', async ({ person: { page } }) => {
  await holdDividend(page)
  await visit(page, path)
  await page.getByText('It adds up, and your nodes are in it.').waitFor()
  const rows = dividendStatement.rows.map((row, place) => (place === 0 ? { ...row, amount: '5142.85714284' } : row))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await holdDividend(page, { ...dividendStatement, rows })
  await visit(page, path)
  await page.getByText('A node got another amount than its days come to.').waitFor()
})

test('a closed month opens one sheet, which waits for its statement and goes once', async ({ person: { page } }) => {
  await holdDividend(page)
  await visit(page, '/wallet')
  await watchGoing(page)
  await page.evaluate((month) => (location.hash = `/dividendPool?month=${month}`), dividendStatement.month)
  await expect(page.getByRole('button', { name: 'Save the statement' })).toBeEnabled()
  await page.keyboard.press('Escape')
  expect((await wentLike(page)).went).toBe(1)
})
