import { readFileSync } from 'node:fs'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Data } from '../kit/src/api/contract.ts'
import { approved, enter, formOf, hearNothing, openRow, sent, withdrawalWaits } from './console.ts'
import { expect, test } from './fixtures.ts'
import { axeFlaws, opens, settle } from './inspect.ts'
import { finality } from './journey.ts'
import { Operator } from './operators.ts'
import { addOldAddress, orderByCall } from './shop.ts'
import { TestWallet } from './testWallet.ts'
import { changeOperatorAnswer } from './mocks.ts'
import { buyAs, comeByCalls, post, userOf } from './person.ts'
import rows from './rows.json' with { type: 'json' }
import { textOf } from './texts.ts'
import type { World } from './world.ts'

// What waits beside withdrawals: orders, and deposits that nobody signed for.
test.use({ story: 'console-queues' })
test.describe.configure({ mode: 'serial' })

test('orders are shipped and ended by keys, and several have a result each', async ({ desk, world, person }) => {
  await addOldAddress(world, person)
  await person.fund('2000')
  const orderNos: string[] = []
  for (const goodsId of ['quietFan', 'walletPouch', 'keyboard', 'deskLamp']) orderNos.push(await orderByCall(person, goodsId))
  const { page } = await desk('fulfilment', '/orders', { prepare: hearNothing })
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveCount(4)
  expect(await axeFlaws(page)).toEqual([])
  const press = (key: string, shown: Locator) => opens(page, key, shown)
  const panel = page.getByRole('complementary', { name: 'This order' })
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Paid, waits to be shipped by')).toBeVisible()
  await panel.getByRole('button', { name: 'Show the address' }).click()
  await expect(panel.getByText('Unter den Linden 1, 10117 Berlin')).toBeVisible()
  await press('s', panel.getByLabel('Company'))
  await panel.locator('input:focus').fill('Post')
  await page.keyboard.press('Tab')
  await page.keyboard.type('RR1')
  // A reload comes in between.
  await page.reload()
  await expect(panel.getByLabel('Company')).toHaveValue('Post')
  await expect(panel.getByLabel('Tracking number')).toHaveValue('RR1')
  await panel.getByRole('button', { name: 'It was shipped' }).click()
  await expect(page.locator(`[data-row="${orderNos[0]}"]`)).toHaveCount(0)
  // The next one is open, and the company is still there.
  await press('s', panel.getByLabel('Company'))
  await expect(panel.getByLabel('Company')).toHaveValue('Post')
  // A number that was typed is its own order's: another one has none of it.
  await panel.getByLabel('Tracking number').fill('RR9')
  await page.locator(`[data-row="${orderNos[2]}"]`).click()
  await press('s', panel.getByLabel('Company'))
  await expect(panel.getByLabel('Company')).toHaveValue('Post')
  await expect(panel.getByLabel('Tracking number')).toHaveValue('')
  await page.locator(`[data-row="${orderNos[1]}"]`).click()
  await press('s', panel.getByLabel('Company'))
  await expect(panel.getByLabel('Tracking number')).toHaveValue('RR9')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Close the panel' }).click()
  // Closing goes back in history, which would take away what is opened meanwhile.
  await expect(panel).toHaveCount(0)
  await page.locator(`[data-row="${orderNos[1]}"]`).focus()
  await press('r', panel.getByLabel('Why, for the buyer'))
  await panel.locator('textarea:focus').fill('it cannot be had')
  await page.reload()
  await expect(panel.getByLabel('Why, for the buyer')).toHaveValue('it cannot be had')
  await panel.getByRole('button', { name: 'Cancel and refund' }).click()
  await expect(page.locator(`[data-row="${orderNos[1]}"]`)).toHaveCount(0)

  for (const orderNo of orderNos.slice(2)) await page.getByRole('row', { name: orderNo }).getByRole('checkbox').check()
  const several = page.getByRole('region', { name: 'Several at once' })
  const saved = page.waitForEvent('download')
  await several.getByRole('button', { name: 'Labels of these as a file' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^labels-.*\.csv$/)
  await several.getByLabel('Tracking number').fill('RR2')
  // Somebody else ships one of them meanwhile: it is not shipped a second time, and stays selected.
  const other = await Operator.signIn(world, 'fulfilment', 2)
  await other.call('orders/ship', { orderNo: orderNos[3]!, company: 'Post', number: 'RR3' })
  await several.getByRole('button', { name: 'Ship each' }).click()
  await expect(several.getByText(/: done$/)).toHaveCount(1)
  await expect(several.locator('li.text-loss')).toHaveCount(1)
  await expect(page.getByText('No order waits')).toBeVisible()

  await page.goto(`/operator/#/orders?status=shipped&item=${orderNos[0]}`)
  await panel.getByRole('button', { name: /Take it back/ }).click()
  await panel.getByLabel('Reason').fill('the carrier lost it')
  await page.reload()
  await expect(panel.getByLabel('Reason')).toHaveValue('the carrier lost it')
  await panel.getByRole('button', { name: 'Propose the refund' }).click()
  await expect(panel.getByText('Proposals that wait')).toBeVisible()
  // A second one about the same is refused, with the way to the first.
  await panel.getByRole('button', { name: /Take it back/ }).click()
  await panel.getByLabel('Reason').fill('once more')
  await panel.getByRole('button', { name: 'Propose the refund' }).click()
  await panel.getByRole('link', { name: 'Look at that proposal' }).click()
  await expect(page.getByRole('complementary', { name: 'This proposal' }).getByText('the carrier lost it')).toBeVisible()
})

test('a deposit of a stranger is announced for somebody, and assigned by two', async ({ desk, world, person }) => {
  const stranger = new TestWallet(world)
  await stranger.topUp('25')
  const { page } = await desk('finance_maker', '/suspense')
  await page.locator('[data-row]').click(finality)
  const panel = page.getByRole('complementary', { name: 'This deposit' })
  await panel.getByRole('button', { name: /Announce/ }).click()
  await panel.getByLabel('Whose it seems to be').fill(person.address)
  await page.reload()
  await expect(panel.getByLabel('Whose it seems to be')).toHaveValue(person.address)
  await panel.getByLabel('Whose it seems to be').focus()
  await page.keyboard.press('Enter')
  await panel.getByRole('radio').check()
  await panel.getByRole('button', { name: 'Announce it for this person' }).click()
  await expect(panel.getByText('Announced; it can be assigned from')).toBeVisible()
  expect(await axeFlaws(page)).toEqual([])
  await world.advance(3 * 24 * 3600)
  await enter(page, 'finance_maker', 1, '/suspense')
  await page.locator('[data-row]').click()
  await panel.getByRole('button', { name: /Assign/ }).click()
  await panel.getByLabel('Evidence').fill('the record of the exchange')
  await panel.getByLabel('Reason').fill('sent from an exchange')
  await page.reload()
  await expect(panel.getByLabel('Evidence')).toHaveValue('the record of the exchange')
  await expect(panel.getByLabel('Reason')).toHaveValue('sent from an exchange')
  await panel.getByRole('button', { name: 'Propose the assignment' }).click()
  await expect(panel.getByText('Proposals that wait')).toBeVisible()

  await enter(page, 'finance_checker', 1, '/proposals')
  await page.locator('[data-row]').first().click()
  const decided = page.waitForResponse('**/operator/api/proposals/approve')
  await page.getByRole('button', { name: /Approve and sign/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
  await decided
  await expect.poll(async () => (await person.balance('USDT')).available).toMatch(/^\d+/)
})

test('the log is read, and its chain recomputed in the browser', async ({ desk }) => {
  const { page } = await desk('auditor', '/audit')
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByLabel('Action').selectOption('Ship the order')
  await page.getByRole('button', { name: 'Newest first' }).click()
  // Next and previous stay within the filter and its order, also after a reload.
  const rows = page.locator('[data-row]')
  const keysOf = () => rows.evaluateAll((list) => list.map((row) => Number(row.getAttribute('data-row'))))
  await expect.poll(async () => (await keysOf()).map((key, at, all) => key > (all[at - 1] ?? 0))).toEqual([true, true, true, true])
  const seqs = await keysOf()
  // A key acts on what is painted alone.
  const isOpen = async (at: number) => {
    await expect(page).toHaveURL(new RegExp(`action=orders%2Fship&order=asc&item=${seqs[at]}$`))
    await expect(rows.nth(at)).toHaveAttribute('aria-expanded', 'true')
  }
  await rows.first().click()
  await isOpen(0)
  await page.keyboard.press('j')
  await isOpen(1)
  await page.reload()
  await expect(page.getByRole('complementary', { name: 'This record' })).toBeVisible()
  expect(await keysOf()).toEqual(seqs)
  await page.keyboard.press('j')
  await isOpen(2)
  await page.keyboard.press('k')
  await isOpen(1)
  await page.goto('/operator/#/audit?action=orders/ship')
  await expect(page.getByRole('complementary', { name: 'This record' })).toHaveCount(0)
  await rows.first().click()
  await page.getByRole('complementary', { name: 'This record' }).getByText('Details', { exact: true }).click()
  await expect(page.getByRole('complementary', { name: 'This record' }).getByText('order_already_shipped')).toBeVisible()
  await page.getByRole('button', { name: 'Recompute the chain here' }).click()
  await expect(page.getByText(/Whole from record \d+ to \d+, computed by this browser/)).toBeVisible()
  // All of it leaves as a file, whatever the list is narrowed to.
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export all of it' }).click()])
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n')
  expect(lines.some((line) => line.includes('orders/ship'))).toBe(true)
  expect(lines.some((line) => !line.includes('orders/ship'))).toBe(true)
  expect(await axeFlaws(page)).toEqual([])
})

// What is seldom done, in order: each button pressed once by who may, approved by a second person, and its effect seen.

const panel = (page: Page) => page.getByRole('complementary')

/** What the books and the reviewers know of a withdrawal. */
async function withdrawalOf(world: World, withdrawNo: string) {
  const reader = await Operator.signIn(world, 'risk', 5)
  return reader.call('withdrawals/detail', { withdrawNo })
}

test('payouts stand still, and one is taken back, issued anew, taken back again and given up', async ({ desk, world }) => {
  const withdrawNo = await withdrawalWaits(world, '40')
  const { page } = await desk('finance_maker', '/stops')
  await page.locator('summary').first().click()
  const network = page.locator('details[open]')
  expect((await sent(network, 'payouts/stop', 'Stop payouts', 'a look at the hot wallet')).state).toBe('executed')
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
  await approved(world, 'finance_checker', await sent(stopped, 'payouts/resume', 'Resume payouts', 'the hot wallet is well'))
  await expect(page.getByRole('heading', { name: /^payouts:/ })).toHaveCount(0)
})

test('a part, a price and a network that stand still go on by two', async ({ desk, world }) => {
  // The second jump within an hour, after the halt of the first.
  await world.feed('5000')
  await world.advance(601)
  await world.feed('3500')
  const { page } = await desk('risk', '/stops')
  await openRow(page, 'market: users sell ETLD')
  // What can be done stands at the panel's end, in sight however much stands above the screen.
  await expect(page.getByRole('status', { name: textOf('en', 'console', 'standstill.title') })).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(panel(page).last()).toBeInViewport({ ratio: 1 })
  expect((await sent(panel(page), 'emergency/change', 'Stop it', 'a look at the bids')).state).toBe('executed')
  // What was typed before belongs to the act that is done.
  await expect(panel(page).getByRole('button', { name: 'Let it go on' })).toBeVisible()
  await approved(world, 'finance_checker', await sent(panel(page), 'emergency/change', 'Let it go on', 'the bids are well'))
  await expect(panel(page).getByRole('button', { name: 'Stop it' })).toBeVisible()
  const price = page.locator('section').filter({ has: page.getByRole('heading', { name: 'prices: ETH' }) })
  // Why, and since when.
  await expect(price).toContainText(/ · .*UTC\+8/)
  await approved(world, 'finance_checker', await sent(price, 'prices/resume', 'Resume the price', 'the market moved'))
  await expect(price).toHaveCount(0)
})

test('what nothing here brings about is asked for all the same, and refused in words', async ({ desk }) => {
  // No chain of a demo takes a final block back, and no job of it parks anything: the lists are shown with a row each, and the server says that there is none.
  // What both do where there is something, by two people and through the calls, is TestOperatorsEndAHalt and TestOperatorsSeeWhoIsParked of the program,
  // which hold these rows to the fields of the real ones.
  const prepare = async (context: BrowserContext) => {
    await changeOperatorAnswer(context, 'boards/today', ({ stops }) => void stops.push(rows.stop as (typeof stops)[number]))
    await changeOperatorAnswer(context, 'jobs/parked', ({ list }) => void list.push(rows.parked))
  }
  const { page } = await desk('risk', '/stops', { prepare })
  const crediting = page.locator('section').filter({ has: page.getByRole('heading', { name: 'crediting: BEP-20' }) })
  await expect(sent(crediting, 'crediting/resume', 'Resume crediting', 'a node was wrong and is replaced')).rejects.toThrow(/crediting\/resume: 20/)
  await page.goto('/operator/#/parked')
  await openRow(page, textOf('en', 'console-words', 'job.machine_retry'))
  await expect(sent(panel(page), 'jobs/retry', 'Run it again now', 'its terms are back')).rejects.toThrow(/jobs\/retry: 20/)
  await expect(panel(page).getByLabel('Reason')).toHaveValue('its terms are back')
})

test('money is given to a person, taken, and given back', async ({ desk, world }) => {
  const { id, token } = await comeByCalls(world)
  const available = async () =>
    ((await post(world, '/api/userAccount/balance', {}, token)) as Data<'/api/userAccount/balance'>).list.find(({ currency }) => currency === 'USDT')?.available
  const { page } = await desk('finance_maker', `/people?id=${id}`)
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
  await approved(world, 'finance_checker', await sent(panel(page), 'users/debitBack', 'Return a debit', 'the objection was right'))
  expect(await available()).toBe('3012.5')
})

test('a press is not lost when what waits about a person is decided elsewhere', async ({ desk, world }) => {
  const { id } = await comeByCalls(world)
  const { page } = await desk('finance_maker', `/people?id=${id}`)
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
})

test('a person is flagged, limited, marked as run by the platform, and forgotten', async ({ desk, world }) => {
  const { id } = await comeByCalls(world)
  const { page } = await desk('risk', `/people?id=${id}`)
  const decisions = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Decisions' }) })
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
  await approved(world, 'finance_checker', await sent(panel(page), 'users/liftFlag', 'Lift the flag', 'the hint was wrong'))
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
  await approved(world, 'administrator', await sent(decisions, 'users/erase', 'Erase personal data', 'wrote to support'))
  await page.reload()
  await expect(notes.getByText('No notes yet.')).toBeVisible()
})

test('what must not be sold any longer leaves at once; a level and a list of hosts change by two', async ({ desk, world }) => {
  const { page } = await desk('catalogue', '/machines')
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
  await approved(world, 'finance_checker', await sent(panel(page), 'nodes/change', 'Change this level', 'fewer at the beginning'))
  await page.reload()
  await expect(facts('Floor, nodes')).toContainText('2')
  await enter(page, 'fulfilment', 1, '/carriers')
  const fresh = await formOf(page.getByRole('main'), 'List the host', 'a new carrier')
  await fresh.getByLabel('Host').fill('track.example')
  await approved(world, 'finance_checker', await sent(fresh, 'carriers/change', 'List the host'))
  await page.reload()
  await openRow(page, 'track.example')
  await approved(world, 'finance_checker', await sent(panel(page), 'carriers/change', 'Take the host off the list', 'the carrier is gone'))
  await page.reload()
  await settle(page)
  await expect(page.locator('[data-row]').filter({ hasText: 'track.example' })).toHaveCount(0)
})

test('a machine is paused by two, and goes on by one', async ({ desk, world }) => {
  const owner = await comeByCalls(world)
  await buyAs(world, owner, '/api/miner/purchaseMiner', { productId: 'machineSmall' })
  const machine = async () => ((await post(world, '/api/miner/findMyList', {}, owner.token)) as Data<'/api/miner/findMyList'>).list[0]!
  const { page } = await desk('risk', `/people?id=${owner.id}`)
  const { minerNo } = await machine()
  const own = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Machines', exact: true }) })
  await own.getByRole('button', { name: minerNo, exact: true }).click()
  await approved(world, 'finance_checker', await sent(own, 'machines/pause', 'Pause a machine', 'a look at the hall'))
  expect((await machine()).phase).toBe('paused')
  await page.goto('/operator/#/paused')
  await openRow(page, minerNo)
  await panel(page).getByLabel('Reason').fill('a look at the hall')
  // Whom it belongs to gets back what runs: that takes nobody else.
  expect((await sent(panel(page), 'machines/resume', 'Resume a machine')).state).toBe('executed')
  expect((await machine()).phase).toBe('')
})
