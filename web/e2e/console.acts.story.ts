import type { Page } from '@playwright/test'
import type { Data } from '../kit/src/api/contract.ts'
import { approved, enter, formOf, openDesk, openRow, sent, withdrawalWaits } from './console.ts'
import { expect, test } from './fixtures.ts'
import { axeFlaws, settle } from './inspect.ts'
import { changeOperatorAnswer } from './mocks.ts'
import { Operator } from './operators.ts'
import { buyAs, comeByCalls, post, userOf } from './person.ts'
import rows from './rows.json' with { type: 'json' }
import { TestWallet } from './testWallet.ts'
import { textOf } from './texts.ts'
import type { World } from './world.ts'

// What is seldom done, in order: each button pressed once by who may, approved by a second person, and its effect seen.
test.use({ story: 'console-acts' })
test.describe.configure({ mode: 'serial' })

const panel = (page: Page) => page.getByRole('complementary')

/** What the books and the reviewers know of a withdrawal. */
async function withdrawalOf(world: World, withdrawNo: string) {
  const reader = await Operator.signIn(world, 'risk', 5)
  return reader.call('withdrawals/detail', { withdrawNo })
}

test('payouts stand still, and one is taken back, issued anew, taken back again and given up', async ({ browser, world }) => {
  const withdrawNo = await withdrawalWaits(world, '40')
  const { page, context, faults } = await openDesk(browser, world)
  await enter(page, 'finance_maker', 1, '/stops')
  await page.locator('summary').first().click()
  const network = page.locator('details[open]')
  await network.getByLabel('Reason').fill('a look at the hot wallet')
  expect((await sent(network, 'payouts/stop', 'Stop payouts')).state).toBe('executed')
  await expect(page.getByRole('heading', { name: /^payouts:/ })).toBeVisible()

  await approved(world, 'finance_checker', { id: (await withdrawalOf(world, withdrawNo)).proposalId })
  const takeBack = async (reason: string) => {
    await page.goto('/operator/#/payouts')
    await page.reload()
    const form = await formOf(page.getByRole('main'), 'Take back for review', reason)
    await form.getByLabel('Withdrawal', { exact: true }).fill(withdrawNo)
    await sent(form, 'withdrawals/recall', 'Take back for review')
    await openRow(page, withdrawNo)
  }
  await takeBack('doubts about the recipient')
  await expect(panel(page).getByText('taken back by an operator')).toBeVisible()
  expect(await axeFlaws(page)).toEqual([])
  const anew = await formOf(panel(page), 'Pay anew', 'the doubts are gone')
  await approved(world, 'finance_checker', await sent(anew, 'withdrawals/reissue', 'Pay anew'))
  await page.reload()
  await settle(page)
  await expect(page.locator(`[data-row="${withdrawNo}"]`)).toHaveCount(0)
  expect((await withdrawalOf(world, withdrawNo)).payoutState).toBe('queued')
  await takeBack('the doubts are back')
  const giveUp = await formOf(panel(page), 'Give the payout up', 'nobody can say whose it is')
  await giveUp.getByLabel('Cause').selectOption('payout impossible')
  await approved(world, 'finance_checker', await sent(giveUp, 'withdrawals/giveUp', 'Give the payout up'))
  expect((await withdrawalOf(world, withdrawNo)).status).toBe('review_rejected')

  await page.goto('/operator/#/stops')
  const stopped = page.locator('section').filter({ has: page.getByRole('heading', { name: /^payouts:/ }) })
  await stopped.getByLabel('Reason').fill('the hot wallet is well')
  await approved(world, 'finance_checker', await sent(stopped, 'payouts/resume', 'Resume payouts'))
  await page.reload()
  await settle(page)
  await expect(page.getByRole('heading', { name: /^payouts:/ })).toHaveCount(0)
  expect(faults).toEqual([])
  await context.close()
})

test('a part, a price and a network that stand still go on by two', async ({ browser, world }) => {
  // The second jump within an hour, after the halt of the first.
  await world.feed('5000')
  await world.advance(601)
  await world.feed('3500')
  const { page, context, faults } = await openDesk(browser, world)
  await enter(page, 'risk', 1, '/stops')
  await openRow(page, 'market: users sell ETLD')
  await panel(page).getByLabel('Reason').fill('a look at the bids')
  expect((await sent(panel(page), 'emergency/change', 'Stop it')).state).toBe('executed')
  // What was typed before belongs to the act that is done.
  await expect(panel(page).getByRole('button', { name: 'Let it go on' })).toBeVisible()
  await panel(page).getByLabel('Reason').fill('the bids are well')
  await approved(world, 'finance_checker', await sent(panel(page), 'emergency/change', 'Let it go on'))
  await page.reload()
  await expect(panel(page).getByRole('button', { name: 'Stop it' })).toBeVisible()
  const price = page.locator('section').filter({ has: page.getByRole('heading', { name: 'prices: ETH' }) })
  // Why, and since when.
  await expect(price).toContainText(/ · .*UTC\+8/)
  await price.getByLabel('Reason').fill('the market moved')
  await approved(world, 'finance_checker', await sent(price, 'prices/resume', 'Resume the price'))
  await page.reload()
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await expect(price).toHaveCount(0)
  expect(faults).toEqual([])
  await context.close()
})

test('what nothing here brings about is asked for all the same, and refused in words', async ({ browser, world }) => {
  // No chain of a demo takes a final block back, and no job of it parks anything: the lists are shown with a row each, and the server says that there is none.
  // What both do where there is something, by two people and through the calls, is TestOperatorsEndAHalt and TestOperatorsSeeWhoIsParked of the program,
  // which hold these rows to the fields of the real ones.
  const { page, context } = await openDesk(browser, world)
  await changeOperatorAnswer(context, 'boards/today', ({ stops }) => void stops.push(rows.stop as (typeof stops)[number]))
  await changeOperatorAnswer(context, 'jobs/parked', ({ list }) => void list.push(rows.parked))
  await enter(page, 'risk', 1, '/stops')
  const crediting = page.locator('section').filter({ has: page.getByRole('heading', { name: 'crediting: BEP-20' }) })
  await crediting.getByLabel('Reason').fill('a node was wrong and is replaced')
  await expect(sent(crediting, 'crediting/resume', 'Resume crediting')).rejects.toThrow(/crediting\/resume: 20/)
  await page.goto('/operator/#/parked')
  await openRow(page, textOf('en', 'console-words', 'job.machine_retry'))
  await panel(page).getByLabel('Reason').fill('its terms are back')
  await expect(sent(panel(page), 'jobs/retry', 'Run it again now')).rejects.toThrow(/jobs\/retry: 20/)
  await expect(panel(page).getByLabel('Reason')).toHaveValue('its terms are back')
  // A list may be asked for again just now.
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

test('money is given to a person, taken, and given back', async ({ browser, world }) => {
  const { id, token } = await comeByCalls(world)
  const { page, context, faults } = await openDesk(browser, world)
  const available = async () =>
    ((await post(world, '/api/userAccount/balance', {}, token ?? '')) as Data<'/api/userAccount/balance'>).list.find(({ currency }) => currency === 'USDT')
      ?.available
  await enter(page, 'finance_maker', 1, `/people?id=${id}`)
  await expect(page.getByRole('rowheader', { name: textOf('en', 'console-words', 'account.U_AVL'), exact: true })).toBeVisible()
  const decisions = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Decisions' }) })
  const proposed = async (path: string, name: string, amount: string) => {
    const form = await formOf(decisions, name, `${name} for the story`)
    await form.getByLabel('Currency').selectOption('USDT')
    await form.getByLabel('Amount').fill(amount)
    return sent(form, path, name)
  }
  const moved = async (path: string, name: string, amount: string) => {
    const proposal = await proposed(path, name, amount)
    await approved(world, 'finance_checker', proposal)
    return proposal
  }
  // The first is taken back by who made it, before anybody decides.
  const wrong = await proposed('users/topUp', 'Credit from the capital', '1250')
  await page.goto(`/operator/#/proposals?forMe=&withoutQueues=&item=${wrong.id}`)
  await panel(page)
    .getByRole('button', { name: /^Take it back/ })
    .click()
  await panel(page).getByLabel('Why').fill('two digits too many')
  await sent(panel(page), 'proposals/reject', 'Close this proposal')
  await page.goto(`/operator/#/people?id=${id}`)
  await moved('users/topUp', 'Credit from the capital', '12.5')
  expect(await available()).toBe('3012.5')
  const debit = await moved('users/debit', 'Debit', '10')
  expect(await available()).toBe('3002.5')
  await page.goto(`/operator/#/debits?item=${debit.id}`)
  await panel(page).getByLabel('Reason').fill('the objection was right')
  await approved(world, 'finance_checker', await sent(panel(page), 'users/debitBack', 'Return a debit'))
  expect(await available()).toBe('3012.5')
  expect(faults).toEqual([])
  await context.close()
})

test('a press is not lost when what waits about a person is decided elsewhere', async ({ browser, world }) => {
  const { id } = await comeByCalls(world)
  const { page, context } = await openDesk(browser, world)
  await enter(page, 'finance_maker', 1, `/people?id=${id}`)
  const decisions = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Decisions' }) })
  const waits = decisions.getByRole('link', { name: /^Credit user/ })
  const form = await formOf(decisions, 'Credit from the capital', 'for the story')
  await form.getByLabel('Currency').selectOption('USDT')
  await form.getByLabel('Amount').fill('1')
  const proposal = await sent(form, 'users/topUp', 'Credit from the capital')
  await expect(waits).toBeVisible()
  const debit = await formOf(decisions, 'Debit', 'for the story')
  await debit.getByLabel('Currency').selectOption('USDT')
  await debit.getByLabel('Amount').fill('1')
  const button = debit.getByRole('button', { name: 'Debit', exact: true })
  await button.scrollIntoViewIfNeeded()
  await button.hover()
  await page.mouse.down()
  await approved(world, 'finance_checker', proposal)
  await expect(waits).toHaveCount(0)
  const answered = page.waitForResponse('**/operator/api/users/debit')
  await page.mouse.up()
  expect((await answered).ok()).toBe(true)
  await context.close()
})

test('a person is flagged, limited, marked as run by the platform, and forgotten', async ({ browser, world }) => {
  const { id } = await comeByCalls(world)
  const { page, context, faults } = await openDesk(browser, world)
  const decisions = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Decisions' }) })
  await enter(page, 'risk', 1, `/people?id=${id}`)
  const flag = await formOf(decisions, 'Set a risk flag', 'a hint from the exchange')
  expect((await sent(flag, 'users/flag', 'Set a risk flag')).state).toBe('executed')
  const limits = await formOf(decisions, 'Lower the play limits', 'asked for by the family')
  await limits.getByLabel('Stake per day, points').fill('100')
  expect((await sent(limits, 'users/playLimits', 'Lower the play limits')).state).toBe('executed')
  await expect(
    page
      .locator('tr')
      .filter({ hasText: 'Stake per day' })
      .getByText(/^100\sGP$/)
      .first(),
  ).toBeVisible()
  const { id: unused } = await userOf(world, new TestWallet(world))
  await page.goto(`/operator/#/people?id=${unused}`)
  const mark = await formOf(decisions, 'Mark as platform-run', 'it is ours')
  await approved(world, 'finance_checker', await sent(mark, 'users/platform', 'Mark as platform-run'))
  await page.goto('/operator/#/flags')
  await openRow(page, 'a hint from the exchange')
  await panel(page).getByLabel('Reason').fill('the hint was wrong')
  await approved(world, 'finance_checker', await sent(panel(page), 'users/liftFlag', 'Lift the flag'))
  await page.reload()
  await settle(page)
  await expect(page.locator('[data-row]').filter({ hasText: 'a hint from the exchange' })).toHaveCount(0)

  const support = await Operator.signIn(world, 'support')
  for (let note = 0; note <= 20; note += 1) await support.call('users/note', { userId: id, text: `note ${note}.` })
  await enter(page, 'support', 1, `/people?id=${id}`)
  const notes = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Notes' }) })
  await expect(notes.getByText('note 0.')).toHaveCount(0)
  await notes.getByRole('button', { name: 'Older' }).click()
  await expect(notes.getByText('note 0.')).toBeVisible()
  await notes.getByRole('button', { name: 'Newest' }).click()
  await notes.getByLabel('Note').fill('wants to be forgotten')
  await notes.getByRole('button', { name: 'Write a note' }).click()
  await expect(notes.getByText('wants to be forgotten')).toBeVisible()
  await decisions.getByLabel('Reason').fill('wrote to support')
  await approved(world, 'administrator', await sent(decisions, 'users/erase', 'Erase personal data'))
  await page.reload()
  await expect(notes.getByText('No notes yet.')).toBeVisible()
  expect(faults).toEqual([])
  await context.close()
})

test('what must not be sold any longer leaves at once; a level and a list of hosts change by two', async ({ browser, world }) => {
  const { page, context, faults } = await openDesk(browser, world)
  await enter(page, 'catalogue', 1, '/machines')
  const facts = (name: string) => panel(page).locator('p').filter({ hasText: name })
  await openRow(page, 'Large machine')
  await sent(await formOf(panel(page), 'Take off sale now'), 'machines/hide', 'Take off sale now')
  await expect(facts('On sale')).toContainText('no')
  await page.goto('/operator/#/goods')
  await openRow(page, 'Desk lamp')
  await sent(await formOf(panel(page), 'Take the goods off sale now'), 'goods/hide', 'Take the goods off sale now')
  await expect(facts('On sale')).toContainText('no')
  await page.goto('/operator/#/nodes')
  await openRow(page, 'iamond')
  await panel(page).getByLabel('Floor, nodes').fill('2')
  await panel(page).getByLabel('Reason').fill('fewer at the beginning')
  await approved(world, 'finance_checker', await sent(panel(page), 'nodes/change', 'Change this level'))
  await page.reload()
  await expect(facts('Floor, nodes')).toContainText('2')
  await enter(page, 'fulfilment', 1, '/carriers')
  const fresh = await formOf(page.getByRole('main'), 'List the host', 'a new carrier')
  await fresh.getByLabel('Host').fill('track.example')
  await approved(world, 'finance_checker', await sent(fresh, 'carriers/change', 'List the host'))
  await page.reload()
  await openRow(page, 'track.example')
  await panel(page).getByLabel('Reason').fill('the carrier is gone')
  await approved(world, 'finance_checker', await sent(panel(page), 'carriers/change', 'Take the host off the list'))
  await page.reload()
  await settle(page)
  await expect(page.locator('[data-row]').filter({ hasText: 'track.example' })).toHaveCount(0)
  expect(faults).toEqual([])
  await context.close()
})

test('a machine is paused by two, and goes on by one', async ({ browser, world }) => {
  const owner = await comeByCalls(world)
  const token = owner.token ?? ''
  await buyAs(world, owner, '/api/miner/purchaseMiner', { productId: 'machineSmall' })
  const machine = async () => ((await post(world, '/api/miner/findMyList', {}, token)) as Data<'/api/miner/findMyList'>).list[0]!
  const { page, context, faults } = await openDesk(browser, world)
  await enter(page, 'risk', 1, `/people?id=${owner.id}`)
  const { minerNo } = await machine()
  const own = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Machines', exact: true }) })
  await own.getByRole('button', { name: minerNo, exact: true }).click()
  await own.getByLabel('Reason').fill('a look at the hall')
  await approved(world, 'finance_checker', await sent(own, 'machines/pause', 'Pause a machine'))
  expect((await machine()).phase).toBe('paused')
  await page.goto('/operator/#/paused')
  await openRow(page, minerNo)
  await panel(page).getByLabel('Reason').fill('a look at the hall')
  // Whom it belongs to gets back what runs: that takes nobody else.
  expect((await sent(panel(page), 'machines/resume', 'Resume a machine')).state).toBe('executed')
  expect((await machine()).phase).toBe('')
  expect(faults).toEqual([])
  await context.close()
})
