import type { Page } from '@playwright/test'
import { privateKeyToAccount } from 'viem/accounts'
import { askNever, enrolAtDesk, formOf, hearNothing, sent, withdrawalWaits } from './console.ts'
import { expect, test } from './fixtures.ts'
import { axeFlaws, opens, settle } from './inspect.ts'
import { refused } from './mocks.ts'
import { Book, Operator } from './operators.ts'
import { textOf } from './texts.ts'
import { TestWallet } from './testWallet.ts'
import type { World } from './world.ts'

// A day of operators, in order: who comes in, what waits, what is published.
test.use({ story: 'console' })
test.describe.configure({ mode: 'serial' })

/** How soon a window hears of what others did; by itself it asks every 20 seconds. */
const soon = { timeout: 10_000 }

/** Another reviewer rejects a withdrawal. */
async function decidedElsewhere(world: World, withdrawNo: string, person: number): Promise<void> {
  const other = await Operator.signIn(world, 'finance_checker', person)
  const { list } = await other.call('withdrawals/list', { ids: [withdrawNo] })
  await other.call('withdrawals/reject', { withdrawNo, code: 'asked_by_user', note: '', proposalId: list[0]!.proposalId })
}

test('signs in with a wallet and an authenticator that is set up here', async ({ desk, world }) => {
  // The demo's person is on the list once there was a session.
  const answer = await fetch(`${world.operatorUrl}/demo/operator-session?role=administrator&person=7`, { method: 'POST' })
  const { key } = (await answer.json()) as { key: `0x${string}` }
  const { page, context } = await desk()
  const wallet = new TestWallet(world)
  wallet.accounts[0] = privateKeyToAccount(key)
  await wallet.install(context)
  await page.goto('/operator/')
  await enrolAtDesk(page, world)
  await expect(page.getByText('Administrator', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'My sessions' }).click()
  await expect(page.getByRole('dialog').getByText('this one')).toBeVisible()
  const ended = page.waitForResponse('**/operator/api/sessions/end')
  await page.getByRole('dialog').getByRole('button', { name: 'End it' }).first().click()
  await ended
  await expect(page.getByRole('dialog').getByRole('button', { name: 'End it' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('People of the demo')).toBeVisible()
})

test('the demo lets two people in, each in a window', async ({ desk }) => {
  const { page } = await desk()
  await page.goto('/operator/')
  await page.getByLabel('Role').selectOption('risk')
  await page.getByRole('button', { name: 'Go in as this person' }).click()
  await expect(page.getByText('Risk', { exact: true })).toBeVisible()
  await expect(page.locator('h1')).toBeVisible()
  expect(await axeFlaws(page)).toEqual([])
})

test('says before a session ends that nobody uses', async ({ desk }) => {
  const { page } = await desk('risk', '/withdrawals', { prepare: ({ clock }) => clock.install() })
  await page.clock.fastForward('28:30')
  await expect(page.getByText('Nothing was done: you are signed out in 2 minutes.')).toBeVisible()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByText('Nothing was done')).toBeHidden()
  await page.clock.fastForward('30:30')
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
})

const queued = 6

test('a queue of withdrawals is decided by keys alone', async ({ desk, world }) => {
  for (let at = 0; at < queued; at += 1) await withdrawalWaits(world, '40')
  const { page } = await desk('finance_checker', '/withdrawals')
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveCount(queued)
  expect(await axeFlaws(page)).toEqual([])
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'This withdrawal' })
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(panel.getByText('Your wallet must show exactly')).toBeVisible()
  expect(await axeFlaws(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024)
  // There it lies over the right part of the list: who and why stay beside it for mouse and keys, and Escape uncovers the rest.
  await rows.nth(2).click({ position: { x: 8, y: 8 } })
  await expect(rows.nth(2)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('k')
  await expect(rows.nth(1)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await page.getByRole('columnheader', { name: 'Approvals' }).click({ trial: true })
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Your wallet must show exactly')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  for (let left = queued; left > 0; left -= 1) {
    await expect(panel.getByText('Your wallet must show exactly')).toBeVisible()
    const open = await page.locator('[data-row][aria-expanded=true]').getAttribute('data-row')
    if (left % 2 === 0) {
      const decided = page.waitForResponse('**/operator/api/proposals/approve')
      await opens(page, 'a', page.getByRole('dialog'))
      await expect(page.getByRole('dialog').locator('pre')).toContainText('Approve a payout at localhost as operator')
      await page.keyboard.press('Enter')
      await decided
    } else {
      const decided = page.waitForResponse('**/operator/api/withdrawals/reject')
      await opens(page, 'r', panel.getByText('Why it is rejected'))
      await page.keyboard.press('6')
      await page.keyboard.press('Enter')
      await decided
    }
    await expect(page.locator(`[data-row="${open}"]`)).toHaveCount(0)
  }
  await expect(page.getByText('Nothing waits')).toBeVisible()
})

test('several are approved in one go, with a result each', async ({ desk, world }) => {
  const withdrawNos = [await withdrawalWaits(world, '40'), await withdrawalWaits(world, '40')]
  const { page } = await desk('finance_checker', '/withdrawals', { person: 2 })
  for (const withdrawNo of withdrawNos) {
    await page.locator(`[data-row="${withdrawNo}"]`).focus()
    const box = page.locator('tr', { has: page.locator(`[data-row="${withdrawNo}"]`) }).getByRole('checkbox')
    await expect(async () => {
      if (!(await box.isChecked())) await page.keyboard.press('x')
      await expect(box).toBeChecked({ timeout: 500 })
    }).toPass()
  }
  await page.getByRole('button', { name: 'Approve and sign each' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  // The second wallet question is refused: what it was about stays selected.
  await dialog.getByRole('button', { name: 'Do not sign' }).click()
  const results = page.getByRole('region', { name: 'Several at once' })
  await expect(results.getByText(/: approved$/)).toHaveCount(1)
  await expect(results.getByText(/: not signed$/)).toHaveCount(1)
  await expect(results.getByText('1 selected')).toBeVisible()
  // The language changes where one is, and what was chosen stays.
  await page.getByLabel('Language').selectOption('ru')
  await expect(page.getByRole('heading', { name: textOf('ru', 'console-waiting', 'withdrawals.title') })).toBeVisible()
  // What somebody else decides leaves the list, the menu's count and the title at once.
  await expect(page).toHaveTitle(/^\(1!?\) ETLD$/)
  const left = await page.locator('[data-row]').getAttribute('data-row')
  await decidedElsewhere(world, left ?? '', 1)
  await expect(page.locator(`[data-row="${left}"]`)).toHaveCount(0, soon)
  await expect(page).toHaveTitle('ETLD', soon)
})

test('a board and a list are drawn anew by the stream alone when something happens elsewhere', async ({ desk, world }) => {
  const { page } = await desk('finance_checker', '/money', { prepare: askNever })
  const loadedAt = await page.evaluate(() => performance.timeOrigin)
  const bids = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: textOf('en', 'console-money', 'accounts') }) })
    .locator('tr')
  const shown = bids.filter({ hasText: textOf('en', 'console-words', 'account.P_BID') })
  const before = (await shown.textContent()) ?? ''
  const book = await Book.open(world)
  // A change that comes before the stream's first look is where the stream begins: then the next one is told.
  await expect(async () => {
    await book.place('0.4', '100')
    await expect(shown).not.toHaveText(before, { timeout: 5_000 })
  }).toPass()
  await page.evaluate(() => (location.hash = '/withdrawals'))
  await settle(page)
  const withdrawNo = await withdrawalWaits(world, '40')
  await expect(page.locator(`[data-row="${withdrawNo}"]`)).toBeVisible()
  await expect(page).toHaveTitle(/^\(\d+!?\) ETLD$/)
  await decidedElsewhere(world, withdrawNo, 2)
  await expect(page.locator(`[data-row="${withdrawNo}"]`)).toHaveCount(0)
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
})

test('a list that cannot be asked for anew says since when it stands there', async ({ desk }) => {
  const { page } = await desk('finance_checker', '/jobs')
  const row = page.locator('[data-row]').first()
  const since = page.locator('main').getByText(textOf('en', 'console', 'stale.since'))
  await expect(row).toBeVisible()
  await expect(since).toHaveCount(0)
  /** Whoever comes back to the window has what is shown asked for anew. */
  const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await page.route('**/operator/api/jobs/list', (route) => route.fulfill(refused(1010, 'Too many calls')))
  await expect(async () => {
    await comeBack()
    await expect(since).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(row).toBeVisible()
  await page.unroute('**/operator/api/jobs/list')
  await expect(async () => {
    await comeBack()
    await expect(since).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
})

test('a maker finds again what somebody else rejected', async ({ desk, world }) => {
  const maker = await Operator.signIn(world, 'finance_maker', 2)
  const { id, payloadHash } = await maker.call('bids/place', { payload: { price: '0.4', quantity: '77' }, reason: 'one that is rejected' })
  const { page } = await desk('finance_maker', '/today', { person: 2 })
  const own = page.locator('section').filter({ has: page.getByRole('heading', { name: textOf('en', 'console-boards', 'today.own') }) })
  await expect(own.getByText(textOf('en', 'console-boards', 'today.own.pending'))).toBeVisible()
  const checker = await Operator.signIn(world, 'finance_checker', 2)
  await checker.call('proposals/reject', { proposalId: id, payloadHash, approvals: 0, reason: 'the price is of yesterday' })
  await own.getByRole('link', { name: textOf('en', 'console-boards', 'today.own.rejected') }).click()
  await page.locator(`[data-row="${id}"]`).click()
  const panel = page.getByRole('complementary', { name: 'This proposal' })
  await expect(panel.getByText('the price is of yesterday')).toBeVisible()
  await expect(panel.getByText('Closed by').locator('..')).toContainText('Demo finance checker')
  // What is of one's own and what waits for oneself are never the same.
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('button', { name: 'Waiting for me' }).click()
  await expect(page.getByRole('button', { name: 'Remove the filter: Proposed by me' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove the filter: Waiting for me' })).toBeVisible()
})

test('a bid leads to the proposal that placed it', async ({ desk, world }) => {
  const book = await Book.open(world)
  await book.place('0.43', '7')
  const { page } = await desk('finance_maker', '/bids')
  await page.locator('[data-row]').filter({ hasText: '0.43' }).first().click()
  await page.locator('[data-panel]').getByRole('link').first().click()
  await expect(page.getByText('Place a bid for 7 ETLD at 0.43 USDT each').first()).toBeVisible()
})

test('a review that was not shown is not decided', async ({ desk, world }) => {
  const withdrawNo = await withdrawalWaits(world, '40')
  // Why its person is doubted stands beside it.
  const risk = await Operator.signIn(world, 'risk')
  const { list: rows } = await risk.call('withdrawals/list', { ids: [withdrawNo] })
  await risk.propose('users/flag', { userId: rows[0]!.userId }, 'one wallet funded five accounts')
  // It can be decided where its address opens it beside a list that it is no part of.
  const { page } = await desk('finance_checker', `/withdrawals?status=cancelled&item=${withdrawNo}`, { prepare: hearNothing })
  await expect(page.getByRole('button', { name: /Approve and sign/ })).toBeVisible()
  await page.evaluate((no) => (location.hash = `/withdrawals?item=${no}`), withdrawNo)
  await expect(page.locator(`[data-row="${withdrawNo}"]`)).toBeVisible()
  await expect(page.getByText('A risk flag stands: one wallet funded five accounts')).toBeVisible()
  await expect(page.getByText('Your wallet must show exactly')).toBeVisible()
  // Somebody else decides in the meantime.
  await decidedElsewhere(world, withdrawNo, 2)
  await page.getByRole('button', { name: /Approve and sign/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.locator(`[data-row="${withdrawNo}"]`)).toHaveCount(0)
})

test('a lost line, a lost answer, another window and the way back decide nothing twice and lose nothing', async ({ desk, world }) => {
  const withdrawNo = await withdrawalWaits(world, '40')
  const { page, context } = await desk('finance_checker', `/withdrawals?item=${withdrawNo}`, { prepare: hearNothing, mayFail: true })
  const panelOn = (window: Page) => window.getByRole('complementary', { name: 'This withdrawal' })
  const reject = async (window: Page) => {
    await panelOn(window)
      .getByRole('button', { name: /^Reject/ })
      .click()
    await panelOn(window).getByLabel('The user asked for it').check()
    await panelOn(window).getByLabel('Note for the user').fill('typed before the line was lost')
  }
  const send = (window: Page) => panelOn(window).getByRole('button', { name: 'Reject this withdrawal' }).click()
  await expect(panelOn(page)).toBeVisible()
  // Back from another screen, one is where one was.
  await page.locator('nav a:not([aria-current])').first().click()
  await expect(panelOn(page)).toBeHidden()
  await page.goBack()
  await expect(panelOn(page)).toBeVisible()
  // A second window of the same person has the same open.
  const second = await context.newPage()
  await second.goto(`/operator/#/withdrawals?item=${withdrawNo}`)
  await reject(second)
  await reject(page)
  // A reload and the way back leave the form as it was.
  await page.reload()
  await page.locator('nav a:not([aria-current])').first().click()
  await expect(panelOn(page)).toBeHidden()
  await page.goBack()
  await expect(panelOn(page).getByLabel('The user asked for it')).toBeChecked()
  await expect(panelOn(page).getByLabel('Note for the user')).toHaveValue('typed before the line was lost')
  await context.setOffline(true)
  await send(page)
  await expect(page.getByText(textOf('en', 'console', 'unanswered')).first()).toBeVisible()
  await expect(panelOn(page).getByLabel('Note for the user')).toHaveValue('typed before the line was lost')
  await context.setOffline(false)
  // It arrives, and its answer does not: what is shown is read anew.
  let sent = 0
  await page.route('**/operator/api/withdrawals/reject', async (route) => {
    sent += 1
    await route.fetch()
    await route.abort()
  })
  await send(page)
  await expect(page.locator(`[data-row="${withdrawNo}"]`)).toHaveCount(0)
  expect(sent).toBe(1)
  // The other window is refused in words, and looks anew as well.
  const refused = second.waitForResponse('**/operator/api/withdrawals/reject')
  await send(second)
  expect(((await (await refused).json()) as { code: number }).code).not.toBe(200)
  await expect(second.locator(`[data-row="${withdrawNo}"]`)).toHaveCount(0)
  const reader = await Operator.signIn(world, 'administrator')
  const { list } = await reader.call('audit/list', { subject: withdrawNo, outcome: 'done' })
  expect(list.filter(({ action }) => action === 'withdrawals/reject')).toHaveLength(1)
})

test('one proposes, another approves, and what was typed outlives the session', async ({ desk, world }) => {
  const maker = await Operator.signIn(world, 'finance_maker')
  await maker.propose('bids/place', { price: '0.4', quantity: '100' }, 'a bid for the story')
  const { page, context } = await desk('finance_checker', '/proposals')
  await page.locator('[data-row]').first().click()
  const panel = page.getByRole('complementary', { name: 'This proposal' })
  await expect(panel.getByText('a bid for the story')).toBeVisible()
  // List and panel say the same sentence, and the wallet as well.
  const sentence = 'Place a bid for 100 ETLD at 0.4 USDT each'
  await expect(page.getByText(sentence)).toHaveCount(3)
  await expect(page).toHaveTitle(/^\(\d+!?\) ETLD$/)
  // What it would do is tried before anybody signs, and who may decide is named.
  const movement = panel.getByText('→ Bids')
  await expect(movement).toHaveCount(1)
  await expect(panel.getByText('Demo finance checker').first()).toBeVisible()
  // Whom to ask about it stands there, too.
  await expect(panel.getByText('Proposed by').locator('..')).toContainText('Demo finance maker')
  await panel.getByRole('button', { name: /Reject/ }).click()
  await panel.getByLabel('Why').fill('typed before the session ended')
  await context.clearCookies()
  await panel.getByRole('button', { name: 'Close this proposal' }).click()
  const over = page.getByRole('dialog', { name: 'Your session has ended' })
  await over.getByRole('button', { name: 'Go in as this person' }).click()
  await expect(over).toBeHidden()
  await expect(panel.getByLabel('Why')).toHaveValue('typed before the session ended')
  await page.reload()
  await expect(panel.getByLabel('Why')).toHaveValue('typed before the session ended')
  await panel.getByRole('button', { name: 'Not now' }).click()
  const decided = page.waitForResponse('**/operator/api/proposals/approve')
  await panel.getByRole('button', { name: /Approve and sign/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
  await decided
  await expect(page.getByText(textOf('en', 'console-waiting', 'proposals.empty.title'))).toBeVisible()
})

test('an article is written in three languages, published, and seen by a user', async ({ desk, world, person }) => {
  const { page } = await desk('editor', '/news')
  await page.getByRole('button', { name: 'New article' }).click()
  for (const [language, title] of [
    ['Chinese', 'Story zh'],
    ['English', 'Story of the console'],
    ['Russian', 'Story ru'],
  ] as const) {
    await page.getByRole('radio', { name: language }).check()
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Summary').fill('What it is about')
    await page.getByLabel('Body').fill('Some **words**.')
  }
  await page.reload()
  await page.getByRole('radio', { name: 'English' }).check()
  await expect(page.getByLabel('Title')).toHaveValue('Story of the console')
  // A link that readers would not get is named before it is published.
  await page.getByLabel('Body').fill('Some **words** of [nodes](/chain).')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(page.getByRole('article').getByRole('heading')).toBeVisible()
  await expect(page.getByRole('article').getByRole('alert')).toContainText(
    'Readers do not get these links; a link leads to https://… or to a screen, as #/chain does: /chain',
  )
  await page.getByRole('radio', { name: 'English' }).check()
  await page.getByLabel('Body').fill('Some **words** of [nodes](#/chain).')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(page.getByRole('article').getByRole('alert')).toBeHidden()
  expect(await axeFlaws(page)).toEqual([])
  // Another editor saves the same article meanwhile: neither text is lost, and whoever was late chooses.
  await page.getByLabel('Title').fill('Story of mine')
  const other = await Operator.signIn(world, 'editor', 2)
  const { list: articles } = await other.call('news/list', {})
  const { id, version } = articles.find(({ title }) => title.startsWith('Story'))!
  const theirs = { title: 'Story of another', summary: 'What it is about', body: 'Some words.' }
  await other.call('news/draft', { id, version, category: 'announcement', texts: { zhtw: theirs, en: theirs, ru: theirs } })
  const refused = page.waitForResponse('**/operator/api/news/draft')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  expect(((await (await refused).json()) as { code: number }).code).not.toBe(200)
  const choice = page.getByRole('alert').filter({ hasText: textOf('en', 'console', 'form.outdated') })
  await expect(choice).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Story of mine')
  await expect(page.getByRole('article').getByRole('heading', { name: 'Story of another' })).toBeVisible()
  await choice.getByRole('button', { name: 'Go on with mine' }).click()
  await page.getByLabel('Title').fill('Story of the console')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(page.getByRole('article').getByRole('heading', { name: 'Story of the console' })).toBeVisible()
  await page.getByLabel('Reason').fill('for the story')
  const published = page.waitForResponse('**/operator/api/news/publish')
  await page.getByRole('button', { name: 'Publish this revision' }).click()
  await published
  await expect(page.getByText('What is saved is published.')).toBeVisible()
  await sent(await formOf(page.getByRole('main'), 'Pin the article', 'everybody should read it'), 'news/pin', 'Pin the article')
  await expect(page.getByRole('button', { name: 'Unpin the article' }).first()).toBeVisible()
  await person.page.goto('/#/news')
  await expect(person.page.getByText('Story of the console')).toBeVisible()
})
