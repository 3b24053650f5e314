import type { Route } from '@playwright/test'
import { verifyMessage } from 'viem/utils'
import { visit } from './looks.ts'
import { expect, noon, test as base, type Page } from './fixtures.ts'
import { toasted, toastsOf } from './toasts.ts'
import { recordOf, WithdrawMock } from './withdrawMock.ts'

/** Somebody whose calls of withdrawals a mock answers. */
const test = base.extend<{ mock: WithdrawMock }>({
  page: async ({ person }, use) => {
    await use(person.page)
  },
  mock: [
    async ({ person: { context, address } }, use) => {
      const mock = new WithdrawMock(address)
      await mock.install(context)
      await use(mock)
    },
    { auto: true },
  ],
})

const quantity = (page: Page) => page.getByLabel('Quantity', { exact: true })
const arrival = (page: Page) => page.getByRole('region', { name: 'Actual arrival amount' }).locator('output')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

async function review(page: Page, amount: string): Promise<void> {
  await visit(page, '/withdraw')
  await quantity(page).fill(amount)
  await button(page, 'Review the withdrawal').click()
  await button(page, 'Sign and withdraw').waitFor()
}

/** Signs for an amount, whose answer is lost as often as is said. */
async function loseAnswer(page: Page, mock: WithdrawMock, amount: string, times = 1): Promise<void> {
  await review(page, amount)
  mock.lostAnswers = times
  await button(page, 'Sign and withdraw').click()
  await page.getByText('Checking again never submits a second one').waitFor()
}

/** Asks to cancel the one that waits. */
async function askToCancel(page: Page, mock: WithdrawMock): Promise<void> {
  mock.records = [recordOf({ withdrawNo: 'pending001' })]
  await visit(page, '/withdrawRecord?id=pending001')
  await button(page, 'Cancel the withdrawal').click()
}

test('without an amount the prompt is the one of the rules', async ({ page, mock }) => {
  await visit(page, '/withdraw')
  await button(page, 'Enter an amount').click()
  await page.getByText('Please enter the withdrawal amount', { exact: true }).waitFor()
  expect(mock.submissions).toHaveLength(0)
})

for (const [amount, step, problem] of [
  ['2480.51', 'Insufficient USDT balance', 'More than you have'],
  ['9.99', 'Below the minimum', 'Minimum withdrawal is 10 USDT'],
] as const) {
  test(`an amount of ${amount} is stopped: ${step}`, async ({ page }) => {
    await visit(page, '/withdraw')
    await quantity(page).fill(amount)
    await expect(button(page, step)).toBeDisabled()
    await page.getByText(problem, { exact: true }).waitFor()
  })
}

test('both decimal marks mean the same, and what arrives is the figure of the server', async ({ page }) => {
  await visit(page, '/withdraw')
  for (const typed of ['100,25', '100.25']) {
    await quantity(page).fill('')
    await quantity(page).fill(typed)
    await expect(arrival(page)).toContainText('99.25')
    await expect(button(page, 'Review the withdrawal')).toBeEnabled()
  }
})

test('while another amount is typed, nothing is said to arrive, and nothing can be signed', async ({ page }) => {
  await page.clock.install({ time: noon })
  await visit(page, '/withdraw')
  await quantity(page).fill('100')
  await expect(arrival(page)).toContainText('99.00')
  // The server is asked after a pause in typing, and now no time passes.
  await page.clock.pauseAt(Date.parse(noon) + 600_000)
  await quantity(page).fill('250')
  await expect(button(page, 'Asking what arrives')).toBeDisabled()
  await expect(arrival(page)).not.toContainText('99.00')
  await page.clock.resume()
  await expect(arrival(page)).toContainText('249.00')
  await expect(button(page, 'Review the withdrawal')).toBeEnabled()
})

test('the largest amount is one press away', async ({ page }) => {
  await visit(page, '/withdraw?currency=ETLD')
  await button(page, 'Max').click()
  await expect(quantity(page)).toHaveValue('1205.40000001')
  await expect(arrival(page)).toContainText('1,203.40000001')
})

test('a network that is off cannot be chosen and says why', async ({ page }) => {
  await visit(page, '/withdraw?currency=USDT&network=ERC-20')
  const networks = page.getByRole('group', { name: 'Network' })
  await expect(networks.getByRole('radio', { name: /ERC-20/ })).toBeDisabled()
  await expect(networks.getByRole('radio', { name: /BEP-20/ })).toBeChecked()
  await networks.getByText('This chain is not connected yet.').waitFor()
})

test('the wallet signs what the sheet shows, and that is what is submitted', async ({ page, mock, person }) => {
  await review(page, '250')
  const shown = await dialog(page).locator('pre').textContent()
  expect(shown).toMatch(
    new RegExp(
      `^Withdraw from my account at localhost\\. Withdraw 250 USDT on BEP-20, fee 1, arrival 249, to ${person.address}\\. Request [A-Za-z0-9_-]{32}\\. Time: \\d{13}$`,
    ),
  )
  await button(page, 'Sign and withdraw').click()
  await toasted(page, 'Submission successful')
  const [sent] = mock.submissions
  expect(mock.submissions).toHaveLength(1)
  expect(Object.fromEntries(sent!)).toMatchObject({ currency: 'USDT', network: 'BEP-20', quantity: '250', message: shown })
  expect(shown).toContain(`Request ${sent!.get('requestId')}.`)
  const signature = sent!.get('signature') as `0x${string}`
  expect(await verifyMessage({ address: person.wallet.account.address, message: shown!, signature })).toBe(true)
  // On to the record of it.
  await page.waitForURL(/#\/withdrawRecord\?id=mock10000$/)
  await dialog(page).getByText('A reviewer decides within 24 hours.').waitFor()
  expect(await toastsOf(page)).toEqual(['Submission successful'])
})

test('a refused signature says so and submits nothing', async ({ page, mock, person }) => {
  await review(page, '250')
  person.wallet.refusals.set('personal_sign', () => ({ code: 4001, message: 'User rejected the request' }))
  await button(page, 'Sign and withdraw').click()
  await toasted(page, 'Signature failed')
  await expect(button(page, 'Sign and withdraw')).toBeEnabled()
  expect(mock.submissions).toHaveLength(0)
  expect(await toastsOf(page)).toEqual(['Signature failed'])
  // The same sheet can be signed after all.
  person.wallet.refusals.clear()
  await button(page, 'Sign and withdraw').click()
  await toasted(page, 'Submission successful')
  expect(mock.records).toHaveLength(1)
})

test('a refusal is said once, in the words of the server, and the form is looked at anew', async ({ page, mock }) => {
  for (const [code, message] of [
    [1303, 'This exceeds your daily limit; 100 USDT left'],
    [1305, 'Withdrawals on this network are paused: the chain does not finalise'],
  ] as const) {
    await review(page, '250')
    mock.refusal = { code, message }
    await button(page, 'Sign and withdraw').click()
    await toasted(page, message)
    await expect(dialog(page)).toHaveCount(0)
    await expect(quantity(page)).toHaveValue('250')
    expect(await toastsOf(page)).toEqual([message])
    expect(mock.records).toHaveLength(0)
  }
})

test('after a refused signature a new statement can be signed at once', async ({ page, mock }) => {
  await review(page, '250')
  mock.refusal = { code: 1102, message: 'The signed message has expired, please sign again' }
  await button(page, 'Sign and withdraw').click()
  await page.getByText('Nothing was withdrawn. You can sign a new statement.').waitFor()
  await button(page, 'Sign and withdraw').click()
  await toasted(page, 'Submission successful')
  const [first, second] = mock.submissions
  expect(first!.get('requestId')).not.toBe(second!.get('requestId'))
  expect(first!.get('message')).not.toBe(second!.get('message'))
  expect(mock.records).toHaveLength(1)
})

test('a lost answer is asked for again and withdraws once', async ({ page, mock, person }) => {
  await loseAnswer(page, mock, '250')
  expect(await toastsOf(page)).toEqual([])
  await button(page, 'Check again').click()
  await toasted(page, 'Submission successful')
  expect(mock.submissions.map((one) => one.toString())).toEqual([mock.submissions[0]!.toString(), mock.submissions[0]!.toString()])
  expect(person.wallet.count('personal_sign')).toBe(1)
  expect(mock.records).toHaveLength(1)
})

test('the answer to a withdrawal of everything is awaited where it was signed, though there is too little left for another', async ({ page, mock, person }) => {
  await loseAnswer(page, mock, '2480.5')
  // The balance is read anew, behind the sheet.
  await page.getByText(/^You need 10.* and have 0/).waitFor()
  await button(page, 'Check again').click()
  await toasted(page, 'Submission successful')
  await page.waitForURL(/#\/withdrawRecord\?id=mock10000$/)
  expect(mock.submissions.map((one) => one.toString())).toEqual([mock.submissions[0]!.toString(), mock.submissions[0]!.toString()])
  expect(person.wallet.count('personal_sign')).toBe(1)
})

test('what was looked at and left is not looked at again by going forward', async ({ page }) => {
  await review(page, '250')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await page.goForward()
  await expect.poll(() => page.url()).not.toContain('sheet=review')
  await expect(dialog(page)).toHaveCount(0)
  await button(page, 'Review the withdrawal').click()
  await button(page, 'Sign and withdraw').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('a lost answer and a reload repeat the same request, and the app tells what came of it', async ({ page, mock, person }) => {
  await loseAnswer(page, mock, '250')
  await visit(page, '/withdraw')
  await page.getByText('It went through.').waitFor()
  expect(mock.submissions).toHaveLength(2)
  expect(mock.submissions[1]!.toString()).toBe(mock.submissions[0]!.toString())
  expect(person.wallet.count('personal_sign')).toBe(1)
  expect(mock.records).toHaveLength(1)
})

test('what is submitted is no longer entered, also where its sheet was closed meanwhile', async ({ page, mock }) => {
  await review(page, '250')
  const asked = new Promise<Route>((held) => void page.route('**/api/userAccount/withdraw?*', held))
  await button(page, 'Sign and withdraw').click()
  const route = await asked
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await route.fallback()
  await toasted(page, 'Submission successful')
  await expect(quantity(page)).toHaveValue('')
  expect(mock.records).toHaveLength(1)
})

test('nothing new can be submitted before an earlier withdrawal has its answer', async ({ page, mock }) => {
  await loseAnswer(page, mock, '250', 1_000)
  await visit(page, '/withdraw')
  await quantity(page).fill('300')
  await expect(button(page, 'Waiting for your previous order')).toBeDisabled()
  mock.lostAnswers = 0
  await page.getByText('It went through.').waitFor()
  await expect(button(page, 'Review the withdrawal')).toBeEnabled()
  expect(new Set(mock.submissions.map((one) => one.get('requestId'))).size).toBe(1)
  expect(mock.records).toHaveLength(1)
})

test('the records are read page by page and by status', async ({ page, mock }) => {
  const statuses = ['pending_review', 'approved', 'confirmed', 'review_rejected', 'cancelled'] as const
  mock.records = Array.from({ length: 45 }, (_, n) =>
    recordOf({ withdrawNo: `mock${n}0000`, status: statuses[n % 5]!, cancellable: n % 5 === 0, quantity: `${100 + n}`, arrival: `${99 + n}` }),
  )
  await visit(page, '/withdrawRecord')
  const cards = page.getByRole('main').getByRole('listitem')
  await cards.first().waitFor()
  const read = async () => {
    await page.mouse.wheel(0, 4_000)
    return cards.count()
  }
  await expect.poll(read, { intervals: [100] }).toBe(45)
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('radio', { name: 'Confirmed' }).check()
  await expect(cards).toHaveCount(9)
  expect(page.url()).toContain('status=confirmed')
  await expect(cards.filter({ hasText: 'Confirmed' })).toHaveCount(9)
})

test('a keyboard reads on to the end of the records, and goes on there', async ({ page, mock }) => {
  mock.records = Array.from({ length: 45 }, (_, n) => recordOf({ withdrawNo: `mock${n}0000` }))
  await visit(page, '/withdrawRecord')
  const more = page.getByRole('main').getByRole('button', { name: 'Show more' })
  await more.focus()
  const goOn = async () => {
    await page.keyboard.press('Enter')
    return page.evaluate(() => document.activeElement?.textContent)
  }
  await expect.poll(goOn, { intervals: [100] }).toBe('End of list')
})

test('who hides balances hides what was withdrawn too', async ({ page, mock }) => {
  mock.records = [recordOf({ withdrawNo: 'hidden0001' })]
  await page.addInitScript(() => localStorage.setItem('balances', 'hidden'))
  await visit(page, '/withdrawRecord?id=hidden0001')
  await dialog(page).getByText('••••').first().waitFor()
  await button(page, 'Cancel the withdrawal').click()
  await page.getByText('The whole •••• USDT goes back to your balance').waitFor()
  await expect(page.getByText(/250|249/)).toHaveCount(0)
})

test('one without records sees where they begin, and an unknown number is said to be none', async ({ page }) => {
  await visit(page, '/withdrawRecord')
  await page.getByText('No withdrawals yet').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Withdraw' }).click()
  await page.waitForURL(/#\/withdraw$/)
  await visit(page, '/withdrawRecord?id=nowhere123')
  await page.getByText('There is no such withdrawal.').waitFor()
  expect(await toastsOf(page)).toEqual([])
})

test('one that is late says why, and one that was sent leads to the chain and is not cancelled', async ({ page, mock }) => {
  const hash = `0x${'ab12'.repeat(16)}`
  mock.records = [
    recordOf({
      withdrawNo: 'late000001',
      overdue: true,
      nextStep: { code: 'review_overdue', text: 'The review takes longer than 24 hours; it was passed on.', at: null },
    }),
    recordOf({
      withdrawNo: 'sent000001',
      status: 'approved',
      payoutState: 'mined',
      cancellable: false,
      txHash: hash,
      explorer: `https://explorer.example/tx/${hash}`,
    }),
  ]
  await visit(page, '/withdrawRecord')
  await page.getByText('The review takes longer than 24 hours; it was passed on.').waitFor()
  await visit(page, '/withdrawRecord?id=sent000001')
  await expect(dialog(page).getByRole('link', { name: 'Open in the explorer' })).toHaveAttribute('href', `https://explorer.example/tx/${hash}`)
  await expect(dialog(page).getByRole('button', { name: 'Cancel the withdrawal' })).toHaveCount(0)
})

test('what changes meanwhile appears by itself within half a minute, also while no stream is open', async ({ page, mock }) => {
  // A stream that opens and is then silent would change when the record is next asked for, in the midst of the jump.
  await page.route('**/api/user/events*', (route) => route.abort())
  await page.clock.install()
  mock.records = [recordOf({ withdrawNo: 'watched001' })]
  await visit(page, '/withdrawRecord?id=watched001')
  await dialog(page).getByText('Pending review').waitFor()
  Object.assign(mock.records[0]!, { status: 'confirmed', cancellable: false, nextStep: { code: 'done', text: 'Paid.', at: null } })
  await page.clock.fastForward(30_000)
  await dialog(page).getByText('Confirmed', { exact: true }).waitFor()
})

test('a pending one is cancelled after a warning', async ({ page, mock }) => {
  mock.lockHours = 36
  await askToCancel(page, mock)
  await page.getByText('The whole 250.00 USDT goes back to your balance, fee included.').waitFor()
  await page.getByText('For 36 hours after it, game points cannot be bought.').waitFor()
  // A keyboard goes on at the question, and where it was asked.
  await expect(page.locator(':focus')).toContainText('The whole 250.00 USDT goes back')
  await button(page, 'Keep it').click()
  await expect(button(page, 'Cancel the withdrawal')).toBeFocused()
  expect(mock.cancellations).toHaveLength(0)
  await button(page, 'Cancel the withdrawal').click()
  await button(page, 'Cancel it now').click()
  await toasted(page, 'Cancellation successful')
  await dialog(page).getByText('Returned to your balance').waitFor()
  expect(mock.cancellations.map((one) => one.get('withdrawNo'))).toEqual(['pending001'])
  await expect(button(page, 'Cancel the withdrawal')).toHaveCount(0)
  expect(await toastsOf(page)).toEqual(['Cancellation successful'])
})

test('one that was approved meanwhile can no longer be cancelled, and says where it stands', async ({ page, mock }) => {
  await askToCancel(page, mock)
  mock.refusal = { code: 1307, message: 'This withdrawal can no longer be cancelled' }
  Object.assign(mock.records[0]!, { status: 'approved', cancellable: false, nextStep: { code: 'queued', text: 'The payment is queued.', at: null } })
  await button(page, 'Cancel it now').click()
  await toasted(page, 'This withdrawal can no longer be cancelled')
  await dialog(page).getByText('The payment is queued.').waitFor()
  await expect(button(page, 'Cancel the withdrawal')).toHaveCount(0)
})

test('a cancellation whose answer is lost shows in the record, and is asked for again under the same request', async ({ page, mock }) => {
  await askToCancel(page, mock)
  mock.lostAnswers = 1
  await button(page, 'Cancel it now').click()
  await dialog(page).getByText('Returned to your balance').waitFor()
  await page.getByText('It went through.').waitFor()
  expect(mock.cancellations).toHaveLength(2)
  expect(mock.cancellations[1]!.toString()).toBe(mock.cancellations[0]!.toString())
})

test('a cancellation that never arrived can be pressed again', async ({ page, mock }) => {
  await askToCancel(page, mock)
  await page.route('**/api/userAccount/cancelWithdraw?*', (route) => route.abort('connectionreset'), { times: 1 })
  await button(page, 'Cancel it now').click()
  await page.getByText('Checking again is safe').waitFor()
  await button(page, 'Cancel it now').click()
  await toasted(page, 'Cancellation successful')
  expect(mock.cancellations).toHaveLength(1)
})
