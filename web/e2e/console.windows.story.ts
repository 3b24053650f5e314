import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { enter, hearNothing, withdrawalWaits } from './console.ts'
import { expect, test } from './fixtures.ts'
import { axeFlaws, opens } from './inspect.ts'
import { Operator } from './operators.ts'
import { comeByCalls } from './person.ts'
import { textOf } from './texts.ts'
import type { World } from './world.ts'
import { languages } from './browser.ts'

// Several windows and people over the same, and lines that are lost: nothing is decided twice, nothing typed lost.
test.use({ story: 'console-windows' })
test.describe.configure({ mode: 'serial' })

/** What opens a withdrawal in a window of a reviewer, which hears nothing of what others do. */
const at = (withdrawNo: string) => ['finance_checker', `/withdrawals?item=${withdrawNo}`] as const

async function askWallet(page: Page): Promise<void> {
  await expect(page.getByText('Your wallet must show exactly')).toBeVisible()
  await page.getByRole('button', { name: /Approve and sign/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const sign = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()

/** How often somebody approved a withdrawal, by the log. */
async function approvals(world: World, withdrawNo: string): Promise<number> {
  const reader = await Operator.signIn(world, 'auditor')
  const { list: reviews } = await reader.call('proposals/list', { kind: 'withdrawal_review' })
  const review = reviews.find(({ subject }) => subject === withdrawNo)!
  const { list } = await reader.call('audit/list', { action: 'proposals/approve', outcome: 'done', subject: review.id })
  return list.length
}

test('two who sign the same at once decide it once, and the later one reads why', async ({ desk, world }) => {
  const withdrawNo = await withdrawalWaits(world, '40')
  const pages: Page[] = []
  for (const person of [1, 2]) pages.push((await desk(...at(withdrawNo), { person, prepare: hearNothing })).page)
  for (const page of pages) await askWallet(page)
  const codes = await Promise.all(
    pages.map(async (page) => {
      const answered = page.waitForResponse('**/operator/api/proposals/approve')
      await sign(page)
      return ((await (await answered).json()) as { code: number }).code
    }),
  )
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  const later = pages[codes.findIndex((code) => code !== 200)]!
  await expect(later.getByText('The proposal is closed')).toBeVisible()
  await expect(later.getByText('It is decided already.')).toBeVisible()
  expect(await approvals(world, withdrawNo)).toBe(1)
})

test('a line that is lost while the wallet asks decides nothing, and an answer that is lost decides once', async ({ desk, world }) => {
  const withdrawNo = await withdrawalWaits(world, '40')
  const { page, context } = await desk(...at(withdrawNo), { person: 3, prepare: hearNothing, mayFail: true })
  await askWallet(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await context.setOffline(true)
  await sign(page)
  const said = page.getByText(textOf('en', 'console', 'unanswered'))
  await expect(said.first()).toBeVisible()
  // What can be done stays in sight below what is said.
  await page.getByRole('button', { name: /Approve and sign/ }).click({ trial: true })
  expect(await approvals(world, withdrawNo)).toBe(0)
  await context.setOffline(false)
  let sent = 0
  await page.route('**/operator/api/proposals/approve', async (route) => {
    sent += 1
    await route.fetch()
    await route.abort()
  })
  await askWallet(page)
  await sign(page)
  await expect(page.getByText('It is decided already.')).toBeVisible()
  expect(sent).toBe(1)
  expect(await approvals(world, withdrawNo)).toBe(1)
})

test('a session that another window ends leaves what was typed to its person, and to nobody else', async ({ desk }) => {
  const { page } = await desk('finance_maker', '/bids', { person: 4, prepare: hearNothing })
  await page.getByRole('button', { name: 'Place a bid' }).click()
  const form = page.locator('form')
  await form.getByLabel('Price').fill('0.41')
  await form.getByLabel('Quantity').fill('10')
  await form.getByLabel('Reason').fill('half a sentence')
  const other = await desk('finance_maker', '/money', { person: 4 })
  await other.page.getByRole('button', { name: 'My sessions' }).click()
  const ended = other.page.waitForResponse('**/operator/api/sessions/end')
  await other.page.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
  await ended
  await form.getByRole('button', { name: 'Place a bid' }).click()
  const over = page.getByRole('dialog', { name: 'Your session has ended' })
  const goIn = async (person: string) => {
    await page.getByLabel('Role').selectOption('finance_maker')
    await page.getByLabel('Person').selectOption(person)
    await page.getByRole('button', { name: 'Go in as this person' }).click()
  }
  await expect(over).toBeVisible()
  // It waits for an answer, however often Escape is pressed.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape')
  await expect(over).toBeVisible()
  await goIn('4')
  await expect(over).toBeHidden()
  await expect(form.getByLabel('Reason')).toHaveValue('half a sentence')
  // Somebody else in the same window begins with an empty form, on the first screen of theirs.
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveTitle('ETLD')
  await goIn('5')
  await expect(page.getByRole('heading', { name: 'Withdrawals', level: 1 })).toBeVisible()
  await page.evaluate(() => (location.hash = '/bids'))
  await page.getByRole('button', { name: 'Place a bid' }).click()
  await expect(form.getByLabel('Reason')).toHaveValue('')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await goIn('4')
  await page.evaluate(() => (location.hash = '/bids'))
  await expect(form.getByLabel('Price')).toHaveValue('0.41')
  await expect(form.getByLabel('Reason')).toHaveValue('half a sentence')
})

test('Ctrl K and a few letters lead to a screen and to a person, and Escape back', async ({ desk, world }) => {
  const { id } = await comeByCalls(world)
  await withdrawalWaits(world, '40')
  const { page } = await desk('finance_checker', '/withdrawals', { person: 5 })
  const row = page.locator('[data-row]').first()
  await row.focus()
  const palette = page.getByRole('dialog', { name: textOf('en', 'console', 'palette.title') })
  const field = palette.getByRole('combobox')
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  expect(await axeFlaws(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(row).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pay')
  await expect(palette.getByRole('option', { name: 'Payouts' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(palette.getByRole('option', { name: 'Payments' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Payouts', level: 1 })).toBeVisible()
  // What the roles do not see is on no list.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('staff')
  await expect(palette.getByRole('option')).toHaveText(['Find a person: staff'])
  await field.fill(id)
  await page.keyboard.press('Enter')
  await expect(page.getByText(id, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Id, wallet')).toHaveValue(id)
})

test('a form whose draft an earlier program kept in another shape opens empty, and full storage is said', async ({ desk }) => {
  const { page } = await desk('editor', '/banners', { person: 6 })
  const open = () => page.getByRole('main').getByRole('button', { name: 'Add a banner' }).first().click()
  const title = page.getByRole('complementary').getByRole('group', { name: 'English' }).getByLabel('Title')
  await open()
  await title.fill('half a title')
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage).filter((one) => one.includes('.kept.')))
      sessionStorage.setItem(key, '{"edited":{"title":"half"},"version":null}')
  })
  await page.reload()
  await open()
  await expect(title).toHaveValue('')
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })
  await title.fill('typed all the same')
  await expect(title).toHaveValue('typed all the same')
  await expect(page.getByText(textOf('en', 'console', 'form.full'))).toBeVisible()
})

test('the focus comes back from a question, follows what a decision opens, and goes to what is wrong', async ({ desk, world }) => {
  for (let at = 0; at < 2; at += 1) await withdrawalWaits(world, '40')
  const { page } = await desk('finance_checker', '/withdrawals', { person: 7, prepare: hearNothing })
  await expect(page.locator('[data-row]').nth(1)).toBeVisible()
  const row = page.locator('[data-row][aria-expanded=true]')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your wallet must show exactly')).toBeVisible()
  const first = await row.getAttribute('data-row')
  const sign = page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true })
  await opens(page, 'a', sign)
  await expect(sign).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: 'Do not sign' }).press('Enter')
  await expect(page.locator(`[data-row="${first}"]`)).toBeFocused()
  await opens(page, 'a', sign)
  await expect(sign).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator(`[data-row="${first}"]`)).toHaveCount(0)
  await expect(row).toBeFocused()

  await enter(page, 'finance_maker', 7, '/money')
  await page.getByRole('button', { name: 'Fund a pool' }).click()
  const form = page.locator('form')
  await form.getByLabel('Pool').selectOption('interest')
  await form.getByLabel('Evidence').fill('a note')
  await form.getByLabel('Reason').fill('more of it')
  await form.getByRole('button', { name: 'Fund a pool' }).click()
  await expect(form.getByLabel('Currency')).toBeFocused()
})

test('j and k go over the ends of pages, and an address opens what is on none of them', async ({ desk, world }) => {
  // More records than a page has.
  for (let at = 0; at < 30; at += 1) await Operator.signIn(world, 'support', (at % 9) + 1)
  const { page } = await desk('auditor', '/audit?order=asc')
  const rows = page.locator('[data-row]')
  const keyAt = (at: 'first' | 'last') => rows[at]().getAttribute('data-row')
  const last = await keyAt('last')
  await rows.last().focus()
  await page.keyboard.press('j')
  await expect(page.locator(`[data-row="${last}"]`)).toHaveCount(0)
  await expect(rows.first()).toBeFocused()
  const behind = await keyAt('first')
  await page.keyboard.press('k')
  await expect(page.locator(`[data-row="${last}"]`)).toBeFocused()
  await page.goto(`/operator/#/audit?order=asc&item=${behind}`)
  await expect(page.locator(`[data-row="${last}"]`)).toBeVisible()
  await expect(page.locator(`[data-row="${behind}"]`)).toHaveCount(0)
  await expect(page.getByRole('complementary', { name: 'This record' })).toBeVisible()
  // One key leads from a row past all others into its panel, and one back.
  await rows.first().focus()
  await page.keyboard.press('Enter')
  await expect(rows.first()).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('group', { name: 'This record' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(rows.first()).toBeFocused()
})

test('a withdrawal is opened by its number, whatever the list is narrowed to', async ({ desk, world }) => {
  const reader = await Operator.signIn(world, 'auditor')
  const { list } = await reader.call('withdrawals/list', { size: 50 })
  const { withdrawNo } = list.find(({ status }) => status !== 'pending_review')!
  const { page } = await desk('finance_checker', '/withdrawals')
  const number = page.getByLabel(textOf('en', 'console-waiting', 'withdrawals.filter.number'))
  async function openBy(text: string) {
    await page.getByRole('button', { name: '+ Filter' }).click()
    await number.fill(text)
    await number.press('Enter')
  }
  await openBy(withdrawNo)
  await expect(page.getByRole('complementary', { name: textOf('en', 'console-waiting', 'withdrawals.panel') })).toBeVisible()
  await expect(page.locator(`[data-row="${withdrawNo}"]`)).toHaveCount(0)
  await openBy('nobodys')
  await expect(page.getByText('Nothing here has “nobodys”')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter: nobodys' }).click()
  await expect(page.getByText('Nothing here has “nobodys”')).toHaveCount(0)
  expect(page.url()).not.toContain('item=')
})

test('a list is narrowed by a day and a clock', async ({ desk }) => {
  const { page } = await desk('auditor', '/transfers')
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByLabel('From (UTC+8)').fill('2026-11-20T08:00')
  const narrowed = page.waitForRequest((request) => (request.postData() ?? '').includes('"from":"2026-11-20T00:00:00.000Z"'))
  await page
    .locator('form')
    .filter({ has: page.getByLabel('From (UTC+8)') })
    .getByRole('button', { name: 'Apply' })
    .click()
  await narrowed
  await page.getByRole('button', { name: 'Remove the filter: From: 20 Nov 2026, 08:00 UTC+8' }).click()
  await expect(page.getByRole('button', { name: /Remove the filter/ })).toHaveCount(0)
})

// What an operator sees on a second device, which is not signed in.

const saved = join(import.meta.dirname, '../dist/console/verify.html')

/** A telephone beside the desk: no session, another language. */
async function openSecond(browser: Browser, language: (typeof languages)[number]) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: language === 'zhtw' ? 'zh-TW' : language })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  return { context, page, faults }
}

/** What the open panel says: the wallet's text, and the address in the picture. */
async function shownAt(page: Page) {
  const panel = page.getByRole('complementary')
  const text = await panel.locator('[data-wallet]').innerText()
  const address = (await panel.getByRole('link', { name: 'Open the page' }).getAttribute('href')) ?? ''
  return { text: text.trim(), address, operator: / as operator (0x\w{40})\.\s/.exec(text)?.[1] ?? '' }
}

async function comparesWith(browser: Browser, world: World, page: Page): Promise<void> {
  const { text, address, operator } = await shownAt(page)
  expect(new URL(address).origin).toBe(world.operatorUrl)
  const second = await openSecond(browser, 'en')
  await second.page.goto(address)
  await second.page.getByLabel('Your wallet’s address (optional)').fill(operator.toLowerCase())
  await expect(second.page.locator('[data-wallet]')).toHaveText(text)
  expect(await axeFlaws(second.page)).toEqual([])
  expect(second.faults).toEqual([])
  await second.context.close()
}

test('a payout is read on a device without a session, as the wallet will show it', async ({ browser, desk, world }) => {
  const withdrawNo = await withdrawalWaits(world, '40')
  const { page } = await desk('finance_checker', `/withdrawals?item=${withdrawNo}`)
  await comparesWith(browser, world, page)
  const { address } = await shownAt(page)
  const other = await Operator.signIn(world, 'finance_checker', 2)
  await other.approve(address.split('#')[1] ?? '')
  const second = await openSecond(browser, 'en')
  await second.page.goto(address)
  await expect(second.page.locator('[data-lack=gone]')).toBeVisible()
  await second.context.close()
})

test('a proposal has the same sentence there in every language, and from a page saved to a disk', async ({ browser, desk, world }) => {
  const maker = await Operator.signIn(world, 'finance_maker', 1)
  const id = await maker.propose('pools/fund', { pool: 'emission', evidence: 'contract <7> & "more"', currency: 'ETLD', amount: '12.5' })
  for (const language of languages) {
    const { page } = await desk('finance_checker', `/proposals?item=${id}`, { language })
    const sentence = await page.locator('aside [data-sentence]').innerText()
    const second = await openSecond(browser, language)
    await second.page.goto(`${world.operatorUrl}/operator/verify.html#${id}`)
    await expect(second.page.locator('[data-sentence]')).toHaveText(sentence)
    if (language === 'en') await comparesWith(browser, world, page)
    await second.context.close()
  }
  const second = await openSecond(browser, 'en')
  await second.page.goto(pathToFileURL(saved).href)
  const address = second.page.getByLabel('The address out of the picture, or the proposal’s id')
  await address.fill(id)
  await second.page.getByRole('button', { name: 'Look' }).click()
  await expect(second.page.locator('[data-lack=unreadable]')).toBeVisible()
  await address.fill(`${world.operatorUrl}/operator/verify.html#${id}`)
  await second.page.getByRole('button', { name: 'Look' }).click()
  await expect(second.page.locator('[data-sentence]')).toContainText('Fund the emission pool with 12.5 ETLD: evidence “contract <7> & "more"”')
  await second.context.close()
  expect(readFileSync(saved, 'utf8')).not.toContain('src=')
})
