import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBy, languages, openBrowser, openPhone, takePicture, type KeptState } from './browser.ts'
import { axeFlaws, settle } from './inspect.ts'
import { apiCall, balance, signIn } from './journey.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser
let kept: KeptState

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const guide = (page: Page) => page.getByRole('list', { name: 'What to try' })
const next = (page: Page) => guide(page).locator('[aria-current=step]')

async function openGuide(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Demo wallet' }).click()
  await guide(page).waitFor()
}

test('the demo leads from coins over a machine and a day to the first income, which is told once', async () => {
  const { page, context } = await openPhone(browser, { tellsIncome: true })
  await signIn(page, world)
  await openGuide(page)
  await expect.poll(() => next(page).innerText()).toContain('Get test coins')
  await takePicture(page, 'guide-1-coins', false)
  await next(page).getByRole('button').click()
  await expect.poll(() => next(page).innerText()).toContain('Buy a machine')
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
  await page.goto(`${world.url}/#/`)
  await page.getByRole('heading', { name: 'Mining machines' }).waitFor()
  await openGuide(page)
  await expect.poll(() => next(page).innerText(), { timeout: 40_000 }).toContain('Skip a day')
  await takePicture(page, 'guide-2-day', false)
  // A day is next until what it earned is enough to be sold: how many, the time of day decides.
  const skip = guide(page).getByRole('button', { name: 'Skip a day' })
  const passed = async () => {
    const asked = page.waitForResponse(/\/demo\/day/)
    await skip.click()
    await asked
    await expect.poll(() => skip.isEnabled()).toBe(true)
    return next(page).innerText()
  }
  await expect.poll(passed, { timeout: 60_000, interval: 1_000 }).toContain('Sell ETLD')
  await page.keyboard.press('Escape')
  const moment = page.getByRole('dialog', { name: 'Your first income' })
  await moment.waitFor()
  await moment.getByText(/^\+0\.\d\d USDT$/).waitFor()
  expect(await axeFlaws(page)).toEqual([])
  await takePicture(page, 'guide-3-income', false)
  await moment.getByRole('link', { name: 'See how it was computed' }).click()
  await page.getByRole('dialog').locator('details').first().waitFor()
  await takePicture(page, 'guide-4-formula', false)
  // Told is told.
  await page.goto(`${world.url}/?again#/`)
  await settle(page)
  await page.waitForTimeout(2_000)
  expect(await page.getByRole('dialog').count()).toBe(0)
  kept = await keptBy(context)
  await context.close()
})

test('from there it leads to a sale of what was earned and to a withdrawal, and all is done', async () => {
  const { page, context } = await openPhone(browser, { kept })
  await page.goto(`${world.url}/#/wallet`)
  await page.getByRole('button', { name: 'Top up' }).click()
  await page.getByLabel('Amount to top up').fill('60')
  await page.getByRole('button', { name: /^Send [\d,.]+ USDT$/ }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(async () => Number((await balance(page, 'USDT')).available), { timeout: 60_000, interval: 500 }).toBeGreaterThan(60)
  await page.goto(`${world.url}/?sell#/`)
  await settle(page)
  await openGuide(page)
  await expect.poll(() => next(page).innerText()).toContain('Sell ETLD')
  await next(page).getByRole('link').click()
  await page.getByLabel('Quantity to sell', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Review the sale' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Sell / })
    .click()
  await page.getByText('Sold successfully').first().waitFor()
  await openGuide(page)
  await expect.poll(() => next(page).innerText()).toContain('Withdraw to the wallet')
  await next(page).getByRole('link').click()
  await page.getByLabel('Quantity', { exact: true }).fill('20')
  await page.getByRole('button', { name: 'Review the withdrawal' }).click()
  await page.getByRole('button', { name: 'Sign and withdraw' }).click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.waitForURL(/#\/withdrawRecord\?id=/)
  await page.goto(`${world.url}/?done#/`)
  await settle(page)
  await openGuide(page)
  await expect.poll(() => guide(page).getByText('(done)').count()).toBe(5)
  expect(await next(page).count()).toBe(0)
  await takePicture(page, 'guide-5-done', false)
  await context.close()
})

test('another device of somebody who earned long ago tells nothing', async () => {
  const { page, context } = await openPhone(browser, {
    tellsIncome: true,
    kept: {
      ...kept,
      origins: kept.origins.map((origin) => ({ ...origin, localStorage: origin.localStorage.filter(({ name }) => !name.startsWith('etld.firstIncome')) })),
    },
  })
  await page.goto(`${world.url}/#/`)
  await page.waitForResponse(/minerStatistics/)
  await page.waitForTimeout(1_500)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await context.close()
})

test('money on its way is followed on every screen', async () => {
  const { page, context } = await openPhone(browser, { kept })
  let confirmations: number | null = 3
  await context.route('**/api/userAccount/topUpInfo*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { networks: { network: string; confirmations: number }[]; pending: unknown[] } }
    const [network] = answer.data.networks
    network!.confirmations = 15
    if (confirmations !== null)
      answer.data.pending = [
        {
          amount: '250.5',
          blockTime: new Date().toISOString(),
          confirmations,
          currency: 'USDT',
          intentNo: '',
          network: network!.network,
          reason: '',
          remainder: '0',
          settledAt: null,
          state: 'confirming',
          txHash: `0x${'ab'.repeat(32)}`,
        },
      ]
    await route.fulfill({ response, json: answer })
  })
  const pill = page.getByRole('link', { name: /^Top-up 250\.50/ })
  for (const path of ['/', '/mine', '/goods?id=machineSmall', '/transaction']) {
    await page.goto(`${world.url}/?pill#${path}`)
    await pill.waitFor()
    await page.getByRole('main').getByRole('heading').first().waitFor({ state: 'attached' })
    expect(await pill.innerText()).toContain('3/15')
    const box = (await pill.boundingBox())!
    const bar = await page
      .locator('nav.fixed, main .fixed.bottom-0')
      .last()
      .boundingBox()
      .catch(() => null)
    if (bar) expect(box.y + box.height).toBeLessThanOrEqual(bar.y)
    expect(await axeFlaws(page)).toEqual([])
    await takePicture(page, `guide-pill-${path.slice(1).split('?')[0] || 'home'}`, false)
  }
  confirmations = 9
  await expect.poll(() => pill.innerText(), { timeout: 20_000 }).toContain('9/15')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${world.url}/?narrow#/goods?id=machineSmall`)
  await pill.waitFor()
  // Where there is little room the bar with the button is higher.
  await expect
    .poll(async () => (await page.locator('main .fixed.bottom-0').last().boundingBox())!.y - (await pill.boundingBox())!.y - (await pill.boundingBox())!.height)
    .toBeGreaterThanOrEqual(0)
  await takePicture(page, 'guide-pill-320', false)
  await pill.click()
  await page.getByRole('dialog', { name: /top up/i }).waitFor()
  confirmations = null
  await page.goto(`${world.url}/?over#/mine`)
  await page.waitForResponse(/topUpInfo/)
  await pill.waitFor({ state: 'detached' })
  expect(((await apiCall(page, '/api/userAccount/topUpInfo')) as { pending: unknown[] }).pending).toEqual([])
  await context.close()
})

test.each(languages)('the pill keeps to one line on a narrow phone, in %s', async (language) => {
  const { page, context } = await openPhone(browser, { kept, language, width: 320 })
  let pending = {}
  await context.route('**/api/userAccount/topUpInfo*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { networks: { network: string; confirmations: number }[]; pending: unknown[] } }
    const [network] = answer.data.networks
    network!.confirmations = 15
    answer.data.pending = [
      {
        amount: '250.5',
        blockTime: new Date().toISOString(),
        confirmations: 12,
        currency: 'USDT',
        intentNo: '',
        network: network!.network,
        reason: '',
        remainder: '0',
        settledAt: null,
        state: 'confirming',
        txHash: `0x${'ab'.repeat(32)}`,
        ...pending,
      },
    ]
    await route.fulfill({ response, json: answer })
  })
  const lines: number[] = []
  // It stays so for minutes; what comes after is over in seconds.
  for (const intentNo of ['', 'AN-INTENT']) {
    pending = { intentNo }
    await page.goto(`${world.url}/?narrow${intentNo}#/mine`)
    const words = page.locator('aside a > span:nth-child(2)')
    await words.waitFor()
    await settle(page)
    lines.push(Math.round((await words.boundingBox())!.height / (await words.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight)))))
    await takePicture(page, `guide-pill-320-${language}${intentNo}`, false)
  }
  await context.close()
  expect(lines).toEqual([1, 1])
})

test.each([
  ['machine', '/myMiner'],
  ['node', '/chain'],
  ['goods', '/order'],
])('a payment on its way for %s leads to its place', async (purpose, place) => {
  const { page, context } = await openPhone(browser, { kept })
  const now = new Date().toISOString()
  const transfer = {
    amount: '105',
    blockTime: now,
    confirmations: 3,
    currency: 'USDT',
    intentNo: 'AN-INTENT',
    network: 'BEP-20',
    reason: '',
    remainder: '0',
    settledAt: null,
    state: 'confirming',
    txHash: `0x${'ab'.repeat(32)}`,
  }
  await context.route('**/api/userAccount/topUpInfo*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { networks: { network: string }[]; pending: unknown[] } }
    answer.data.pending = [{ ...transfer, network: answer.data.networks[0]!.network }]
    await route.fulfill({ response, json: answer })
  })
  const progress = {
    amount: '105',
    confirmations: 3,
    createdAt: now,
    credited: '0',
    creditingPaused: false,
    currency: 'USDT',
    expireAt: now,
    intentNo: 'AN-INTENT',
    network: transfer.network,
    pauseReason: '',
    payAddress: `0x${'1'.repeat(40)}`,
    purpose,
    requiredConfirmations: 15,
    rest: '0',
    serverTime: now,
    state: 'confirming',
    token: `0x${'2'.repeat(40)}`,
    transfers: [transfer],
    txHash: transfer.txHash,
  }
  await context.route('**/api/pay/status*', (route) => route.fulfill({ json: { code: 200, message: '', data: progress } }))
  await page.goto(`${world.url}/#/mine`)
  const pill = page.getByRole('link', { name: /^Payment 105\.00/ })
  await expect.poll(() => pill.getAttribute('href')).toBe(`#${place}?pay=AN-INTENT`)
  await pill.click()
  await page.getByRole('dialog').getByText('3 of 15 confirmations').first().waitFor()
  expect(new URL(page.url()).hash).toBe(`#${place}?pay=AN-INTENT`)
  await takePicture(page, `guide-pill-${purpose}`, false)
  // There is nothing to follow where one looks already.
  await pill.waitFor({ state: 'detached' })
  await context.close()
})
