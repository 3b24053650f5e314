import type { Page } from '@playwright/test'
import { openPhone } from './browser.ts'
import { enrolAtDesk, openDesk } from './console.ts'
import { expect, test, type Browser } from './fixtures.ts'
import { host, install, type Installation } from './installation.ts'
import { balance, finality } from './journey.ts'
import type { Role } from './operators.ts'
import { TestWallet } from './testWallet.ts'

// A new installation, whose chain alone is a demo's: its operators and its first customer do the rest by hand.
test.use({ story: 'first', startsAt: '' })

/** Those whom the command puts on the list: it does so until there are two administrators. */
async function hire(at: Installation, ...roles: Role[]): Promise<TestWallet[]> {
  const wallets: TestWallet[] = []
  for (const role of roles) {
    const wallet = new TestWallet(at)
    await at.hire(role, wallet)
    wallets.push(wallet)
  }
  return wallets
}

/** Somebody who signs in with a wallet and an authenticator that is set up at the gate. */
async function begin(browser: Browser, at: Installation, wallet: TestWallet | undefined) {
  if (!wallet) throw new Error('nobody was hired')
  const desk = await openDesk(browser, at)
  await wallet.install(desk.context)
  await desk.page.goto('/operator/')
  await enrolAtDesk(desk.page, at)
  await expect(desk.page.locator('h1')).toBeVisible()
  return desk
}

/** A phone that reaches the installation by its name, as if a proxy stood before it; one that lets no stream through. */
async function openCustomer(browser: Browser, { url }: Installation) {
  const phone = await openPhone(browser, `https://${host}`)
  await phone.context.route(`https://${host}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    if (pathname === '/api/user/events') return route.abort()
    return route.fulfill({ response: await route.fetch({ url: `${url}${pathname}${search}` }) })
  })
  return phone
}

const show = (page: Page, path: string) => page.evaluate((hash) => (location.hash = hash), path)

async function proposesFunding(page: Page, pool: string, currency: string, amount: string): Promise<void> {
  const form = page.locator('form')
  await form.getByLabel('Pool').selectOption(pool)
  await form.getByLabel('Currency').selectOption(currency)
  await form.getByLabel('Amount').fill(amount)
  await form.getByLabel('Evidence').fill('the deposit of today')
  await form.getByLabel('Reason').fill('before the first sale')
  await form.getByRole('button', { name: 'Fund a pool' }).click()
  // What was sent is typed no more.
  await expect(form.getByLabel('Amount')).toHaveValue('')
}

async function approvesNext(page: Page): Promise<void> {
  await page.locator('[data-row]').first().click()
  const decided = page.waitForResponse('**/operator/api/proposals/approve')
  await page.getByRole('button', { name: /Approve and sign/ }).click()
  expect(await (await decided).json()).toMatchObject({ code: 200 })
}

test('from an empty installation to the first sale, by the forms of console and app', async ({ browser, world }) => {
  test.slow()
  const at = await install(world)
  const [makers, checkers, one, other] = await hire(at, 'finance_maker', 'finance_checker', 'administrator', 'administrator')
  const first = await begin(browser, at, one)
  await show(first.page, '/checklist')
  /** The steps that the checklist calls missing; what is out there, the beacon and a signer, this installation has not. */
  const missing = async (...steps: string[]) => {
    const shown = () => first.page.locator('main li', { hasText: 'missing' }).locator('h2').allInnerTexts()
    await expect.poll(shown, finality).toEqual(['Beacon of the game', 'Hot wallet', ...steps])
  }
  await missing('Second administrator', 'Finance: maker and checker', 'Pools', 'First deposit', 'First sale')
  const second = await begin(browser, at, other)
  await missing('Finance: maker and checker', 'Pools', 'First deposit', 'First sale')
  const maker = await begin(browser, at, makers)
  const checker = await begin(browser, at, checkers)
  await missing('Pools', 'First deposit', 'First sale')
  // No step keeps from selling for want of a backup; the board of today asks for one.
  await show(maker.page, '/today')
  await expect(maker.page.getByText('No backup has been restored and checked yet.')).toBeVisible()

  await test.step('two people put capital into the pools', async () => {
    await at.funder.topUp('1000', 'USDT')
    await at.funder.pay('1000', 'ETLD')
    await show(maker.page, '/transfers?state=capital')
    await expect(maker.page.locator('[data-row]')).toHaveCount(2, finality)
    await show(checker.page, '/proposals?forMe=true')
    await show(maker.page, '/money')
    await maker.page.getByRole('button', { name: 'Fund a pool' }).click()
    await proposesFunding(maker.page, 'interest', 'USDT', '600')
    await approvesNext(checker.page)
    await proposesFunding(maker.page, 'emission', 'ETLD', '1000')
    await approvesNext(checker.page)
    await missing('First deposit', 'First sale')
  })

  await test.step('somebody tops up and buys the smallest machine', async () => {
    const wallet = new TestWallet(at)
    await at.faucet(wallet.account.address)
    const { page, context, faults } = await openCustomer(browser, at)
    await wallet.install(context)
    await page.goto('/')
    // There is one wallet, so there is nothing to choose.
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.waitForFunction(() => !!localStorage.getItem('etld.session'))
    await page.goto('/#/wallet')
    await page.getByRole('button', { name: 'Top up' }).click()
    await page.getByLabel('Amount to top up').fill('105')
    await page.getByRole('button', { name: /^Send [\d,.]+ USDT$/ }).click()
    await expect.poll(async () => (await balance(page, 'USDT')).available, finality).toBe('105')
    await missing('First sale')
    await page.goto('/#/goods?id=machineSmall')
    await page.getByRole('button', { name: 'Review the order' }).click()
    await page.getByRole('button', { name: /^Pay .* from balance$/ }).click()
    await page.getByText('Purchase successful').first().waitFor()
    expect(faults).toEqual([])
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  })

  await missing()
  for (const desk of [first, second, maker, checker]) {
    expect(desk.faults).toEqual([])
    await desk.context.close()
  }
  await at.stop()
})
