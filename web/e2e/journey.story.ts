import { keptBy, type KeptState } from './browser.ts'
import { buyMachines } from './family.ts'
import { expect, test, type Page } from './fixtures.ts'
import { axeFlaws, settle } from './inspect.ts'
import { apiCall, balance, comeBack, day, fillWallet, finality, hour, listen, sessionOf, signIn, topUp } from './journey.ts'
import { otherToastsOf, recordToasts, toasted, toastsOf } from './toasts.ts'
import { visit } from './looks.ts'

test.use({ story: 'journey' })
test.describe.configure({ mode: 'serial' })

/** What the phone of the one whom the guide leads keeps. */
let kept: KeptState

const guide = (page: Page) => page.getByRole('list', { name: 'What to try' })
const next = (page: Page) => guide(page).locator('[aria-current=step]')

async function openGuide(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Demo wallet' }).click()
  await guide(page).waitFor()
}

test('the demo leads from coins over a machine and a day to the first income, which is told once', async ({ openPhone }) => {
  const { page, context } = await openPhone({ tellsIncome: true })
  await signIn(page)
  await openGuide(page)
  await expect(next(page)).toContainText('Get test coins')
  await next(page).getByRole('button').click()
  await expect(next(page)).toContainText('Buy a machine')
  await next(page).getByRole('link').click()
  await guide(page).waitFor({ state: 'detached' })
  expect(page.url()).toContain('/goods')
  // From the wallet, as the balance is empty; the machine starts at once.
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
  await page.getByRole('button', { name: /^Pay .* with wallet$/ }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('The machine is running').waitFor({ timeout: 90_000 })
  await page.goto('/#/')
  await page
    .getByRole('link', { name: /^Small machine/ })
    .first()
    .waitFor()
  await openGuide(page)
  await expect(next(page)).toContainText('Skip a day')
  // A day is next until what it earned is enough to be sold: the first one begins at noon and is half a day.
  const skip = guide(page).getByRole('button', { name: 'Skip a day' })
  const passed = async () => {
    const asked = page.waitForResponse(/\/demo\/day/)
    await skip.click()
    await asked
    await expect(skip).toBeEnabled()
    return next(page).innerText()
  }
  await expect.poll(passed, { timeout: 60_000 }).toContain('Sell ETLD')
  await page.keyboard.press('Escape')
  const moment = page.getByRole('dialog', { name: 'Your first income' })
  await moment.getByText(/^\+0\.\d\d USDT$/).waitFor()
  // Whoever leaves it without a press is not told of a first time again.
  const told = () => page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('etld.firstIncome.'))?.[1])
  await expect.poll(told).toBe('told')
  expect(await axeFlaws(page)).toEqual([])
  await moment.getByRole('link', { name: 'See how it was computed' }).click()
  await page.getByRole('dialog').locator('details[open] .bg-sunk').first().waitFor()
  kept = await keptBy(context)
})

/** Opens the front page and lets it have the answer that decides, and five seconds more. */
async function expectNothingTold(page: Page, path: RegExp): Promise<void> {
  await page.clock.install()
  const known = page.waitForResponse(path)
  await page.goto('/#/')
  await known
  await settle(page)
  await page.clock.runFor(5_000)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('the first income was told: not again on this phone, nor on another of somebody who earned long ago', async ({ openPhone }) => {
  const { page } = await openPhone({ tellsIncome: true, kept })
  // What was told on this phone is not even asked for.
  await expectNothingTold(page, /main\/home/)
  const origins = kept.origins.map((origin) => ({ ...origin, localStorage: origin.localStorage.filter(({ name }) => !name.startsWith('etld.firstIncome')) }))
  const other = await openPhone({ tellsIncome: true, kept: { ...kept, origins } })
  await expectNothingTold(other.page, /minerStatistics/)
})

test('from there it leads to a sale of what was earned and to a withdrawal, and all is done', async ({ world, openPhone }) => {
  const { page, context } = await openPhone({ kept })
  await recordToasts(context)
  await page.goto('/#/')
  await openGuide(page)
  await expect(next(page)).toContainText('Sell ETLD')
  await next(page).getByRole('link').click()
  await page.getByLabel('Quantity to sell', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Review the sale' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Sell / })
    .click()
  await toasted(page, 'Sold successfully')
  await openGuide(page)
  // What a sale brought is less than the least withdrawal: the guide tops up first, and so does the form.
  await expect(next(page)).toContainText('Top up 20 USDT')
  await page.goto('/?poor#/withdraw')
  await page.getByText(/You need 10(\.00)?\s+USDT to withdraw and have/).waitFor()
  await page.getByRole('link', { name: 'Top up' }).click()
  await page.waitForURL(/#\/wallet\?sheet=topup/)
  await world.credit((await sessionOf(page))!.address, '60')
  await page.goto('/?credited#/')
  await openGuide(page)
  await expect(next(page)).toContainText('Withdraw to the wallet')
  await next(page).getByRole('link').click()
  await page.getByLabel('Quantity', { exact: true }).fill('20')
  await page.getByRole('button', { name: 'Review the withdrawal' }).click()
  await page.getByRole('button', { name: 'Sign and withdraw' }).click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.waitForURL(/#\/withdrawRecord\?id=/)
  await page.goto('/?done#/')
  await settle(page)
  await openGuide(page)
  await expect(guide(page).getByText('(done)')).toHaveCount(5)
  await expect(next(page)).toHaveCount(0)
  await page.getByText('All five steps are done').waitFor()
})

test('the demo wallet lets a day pass, and the machine has earned', async ({ world, page }) => {
  await signIn(page, '/myMiner')
  await world.credit((await sessionOf(page))!.address, '105')
  await buyMachines({ call: (path, params) => apiCall(page, path, params) })
  expect(Number((await balance(page, 'USDT')).available)).toBe(0)
  const before = await serverTime(page)
  await page.getByRole('button', { name: 'Demo wallet' }).click()
  const skip = page.getByRole('button', { name: 'Skip a day' })
  for (let days = 1; days <= 2; days += 1) {
    await skip.click()
    await expect.poll(async () => (await serverTime(page)) - before, { timeout: 60_000 }).toBeGreaterThanOrEqual(days * day * 1000)
    await expect(skip).toBeEnabled()
  }
  await expect.poll(async () => Number((await balance(page, 'USDT')).available)).toBeGreaterThan(0)
})

async function serverTime(page: Page): Promise<number> {
  return Date.parse((await apiCall(page, '/api/open/app')).serverTime)
}

test("a session that ends while the clock jumps is taken up again, by the server's new time", async ({ world, person }) => {
  const { page, wallet, call, fund } = person
  await fund('475')
  await page.goto('/#/mine')
  await page.getByRole('heading', { name: 'Me' }).waitFor()
  const before = (await sessionOf(page))?.token
  await call('/api/user/logout')
  await world.advance(3600)
  // Another screen of the same page: a reload would ask the server's time anyway.
  await page.evaluate(() => location.assign('#/wallet'))
  // What was answered before may be shown at once, so the session is what is waited for.
  await expect.poll(async () => [undefined, before].includes((await sessionOf(page))?.token)).toBe(false)
  await page.getByText('475').first().waitFor()
  // A statement by the old time would have been refused, and signed again by hand.
  expect(wallet.count('personal_sign')).toBe(1)
  expect(await otherToastsOf(page)).toEqual([])
})

test("one person's way through the product, with the demo's own wallet", async ({ page, faults, world }) => {
  test.slow()
  const usdt = () => balance(page, 'USDT')

  await test.step('signs in and sees an honest, empty home page', async () => {
    await signIn(page)
    await page.getByText('No machine is running').waitFor()
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  })

  await test.step('tops up from the wallet, on the real chain', async () => {
    await fillWallet(page)
    await topUp(page, '5000')
  })

  await test.step('buys a small machine from the balance and starts it', async () => {
    await page.goto('/#/goods?id=machineSmall')
    await page.getByRole('button', { name: 'Review the order' }).click()
    await page.getByRole('button', { name: /^Pay .* from balance$/ }).click()
    await page.getByText('Purchase successful').first().waitFor()
    expect(await usdt()).toMatchObject({ available: '4895', escrow: '105' })
    await page.getByRole('button', { name: 'Start now' }).click()
    await page.getByRole('button', { name: 'Start now' }).click()
    await page.getByText('The machine is running').first().waitFor()
    expect(await usdt()).toMatchObject({ available: '4895', locked: '100', escrow: '0' })
  })

  await test.step('buys a medium machine from the wallet, through a reload and a crash of the server', async () => {
    await page.goto('/#/goods?id=machineMedium')
    await page.getByRole('radio', { name: /Wallet, on chain/ }).click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Review the order' }).click()
    await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
    await page.getByRole('button', { name: /^Pay .* with wallet$/ }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Transaction submitted').first().waitFor()
    await world.crash()
    await page.reload()
    await page.getByText('Payment confirmed').first().waitFor({ timeout: 90_000 })
    expect(await usdt()).toMatchObject({ available: '4895', locked: '1100' })
  })

  await test.step('earns interest and ETLD day by day', async () => {
    // Interest is posted at the end of the clock hour in which it is due.
    await world.advance(2 * day + 2 * hour)
    await visit(page, '/myMiner')
    await page.getByText('Seven days of income').waitFor()
    // Two days of 0.02 and of 0.25 USDT.
    expect(await usdt()).toMatchObject({ available: '4895.54', locked: '1100' })
    expect(Number((await balance(page, 'ETLD')).available)).toBeGreaterThan(0)
    await page.goto('/#/transaction')
    await page
      .getByText(/ · interest$/)
      .first()
      .waitFor()
  })

  await test.step('gets the principal back at maturity, to the atom', async () => {
    await world.advance(89 * day)
    await comeBack(page, '/myMiner?status=completed')
    await page.getByText('matured').first().waitFor()
    // 90 days of the small machine are 1.80; the medium one has had 91 of 0.25 USDT.
    expect(await usdt()).toMatchObject({ available: '5019.55', locked: '1000' })
    await page.goto('/#/mine?view=notices')
    await page.getByText('Completed').first().waitFor()
  })

  await test.step('a sum that changed since it was shown is asked about again before anything is bought', async () => {
    const quoteOfOne = async () => (await apiCall(page, '/api/miner/detail', { id: 'machineSmall' })).quotes.find(({ quantity }) => quantity === 1)
    await expect.poll(quoteOfOne, finality).toMatchObject({ payAmount: '101' })
    await comeBack(page, '/goods?id=machineSmall')
    // What the phone kept is shown first; the order is what the page says when it is reviewed.
    await page.getByText('101.00').first().waitFor()
    await page.getByRole('button', { name: 'Review the order' }).click()
    const shown = page.getByRole('button', { name: 'Pay 101.00 USDT from balance' })
    await shown.waitFor()
    // The credit goes elsewhere, on another device.
    await buyMachines({ call: (path, params) => apiCall(page, path, params) }, 'machineSmall', 1, { startNow: false })
    expect(await usdt()).toMatchObject({ available: '4918.55' })
    await shown.click()
    await page.getByRole('alert').getByText('105.00 USDT instead of 101.00 USDT').waitFor()
    expect(await usdt()).toMatchObject({ available: '4918.55' })
    await page.getByRole('button', { name: 'Pay 105.00 USDT from balance' }).click()
    await page.getByText('Purchase successful').first().waitFor()
    expect(await usdt()).toMatchObject({ available: '4813.55' })
  })

  // While the server was down, calls failed; that is logged and nothing else.
  expect(faults.filter((fault) => !/ERR_CONNECTION_(REFUSED|RESET)|TransportError/.test(fault))).toEqual([])
})

test('a restart of the server loses no event and repeats none', async ({ person, world }) => {
  const { page, fund } = person
  const told = async (amount: string) => (await toastsOf(page)).filter((toast) => toast.includes(`: +${amount} USDT`))
  const isTold = (amount: string) => expect.poll(() => told(amount), { timeout: 60_000 }).toHaveLength(1)
  await listen(page)
  for (const amount of ['12.5', '3']) {
    await fund(amount)
    await isTold(amount)
  }
  const opened = page.waitForResponse((response) => response.url().includes('/api/user/events') && response.ok(), { timeout: 60_000 })
  await world.crash()
  await opened
  // What is told last comes after anything that would be told again.
  for (const amount of ['4', '5']) {
    await fund(amount)
    await isTold(amount)
  }
  for (const amount of ['12.5', '3', '4']) expect(await told(amount), amount).toHaveLength(1)
})
