import type { Data } from '../kit/src/api/contract.ts'
import { languages } from './browser.ts'
import { buyMachines } from './family.ts'
import { expect, noon, test, type Page } from './fixtures.ts'
import { axeFlaws, findFlaws, recordShifts, settle } from './inspect.ts'
import { visit } from './looks.ts'
import { answered, callTo, changeAnswer, topUp, type Moving } from './mocks.ts'
import { textOf } from './texts.ts'

type Transfer = Data<'/api/userAccount/topUpInfo'>['pending'][number]

const payment = (own: Partial<Moving> = {}): Moving => topUp({ kind: 'payment', no: 'AN-INTENT', purpose: 'machine', amount: '105', ...own })
const waits = payment({ step: 'awaiting_payment', confirmations: 0, wayOut: 'cancel', until: noon })
const leaves = topUp({ kind: 'withdrawal', no: 'W', amount: '50', step: 'review', requiredConfirmations: 0, usualMinutes: 150, wayOut: 'cancel' })

/** Lets the server say what is on its way. */
async function pretend(page: Page, list: () => Moving[]): Promise<void> {
  await changeAnswer(page, '/api/userAccount/underWay', (data) => ({ ...data, list: list() }))
}

test('money on its way is followed on every screen', async ({ person: { page, call } }) => {
  let list = [topUp()]
  await pretend(page, () => list)
  await page.clock.install()
  const strip = page.getByRole('link', { name: /^Top-up 250\.50/ })
  const bar = page.locator('nav.fixed, main .fixed.bottom-0').last()
  /** How far below the strip the bar at the bottom begins. */
  const distance = async () => {
    const { y, height } = (await strip.boundingBox())!
    return (await bar.boundingBox())!.y - y - height
  }
  for (const path of ['/', '/mine', '/goods?id=machineSmall', '/transaction']) {
    await visit(page, path)
    await expect(strip).toContainText('block 3/15 · usually 4 min')
    if ((await bar.count()) > 0) expect(await distance(), path).toBeGreaterThanOrEqual(0)
  }
  expect(await axeFlaws(page)).toEqual([])
  list = [topUp({ confirmations: 9 })]
  await page.clock.fastForward(15_000)
  await expect(strip).toContainText('9/15')
  await page.setViewportSize({ width: 320, height: 640 })
  await visit(page, '/goods?id=machineSmall')
  await strip.waitFor()
  // Where there is little room the bar with the button is higher.
  await expect.poll(distance).toBeGreaterThanOrEqual(0)
  await strip.click()
  await page.getByRole('dialog', { name: /top up/i }).waitFor()
  list = []
  const none = page.waitForResponse(callTo('/api/userAccount/underWay'))
  await visit(page, '/mine')
  await none
  await expect(strip).toHaveCount(0)
  expect((await call('/api/userAccount/underWay')).list).toEqual([])
})

test('what else moves is opened by a press, each with its way out', async ({ person: { on } }) => {
  const names = { en: '1 more', ru: 'ещё 1', zhtw: '另有 1 筆' } as const
  for (const language of languages) {
    const { page, context } = await on({ language, width: 320 })
    await page.addInitScript(recordShifts)
    await pretend(page, () => [waits, leaves])
    await visit(page, '/mine')
    const lines = page.locator('aside li')
    await page.getByRole('button', { name: names[language] }).click()
    await expect(lines).toHaveCount(2)
    await settle(page)
    expect((await findFlaws(page, language)).filter((flaw) => !flaw.startsWith('layout shifts'))).toEqual([])
    if (language === 'en') {
      await expect(lines.first()).toContainText(/not paid yet · until \d\d:\d\d UTC\+8/)
      await expect(lines.last()).toContainText('under review · usually 3 h · can be cancelled')
    }
    await page.getByRole('button', { name: textOf(language, 'beside', 'moving.fewer') }).click()
    await expect(lines).toHaveCount(1)
    await context.close()
  }
})

test('a payment that waits is told on another screen, in another tab and after a reload', async ({ person }) => {
  const { page, call } = person
  const { intentNo } = await buyMachines({ call }, 'machineSmall', 1, { payType: 'chain' })
  await visit(page, '/wallet')
  const strip = (from: Page) => from.getByRole('link', { name: /^Payment 105\.00/ })
  await expect(strip(page)).toContainText('not paid yet · until')
  const other = await page.context().newPage()
  await visit(other, '/mine')
  await expect(strip(other)).toHaveAttribute('href', `#/myMiner?pay=${intentNo}`)
  await call('/api/pay/cancel', { intentNo: String(intentNo), requestId: 'a-payment-that-waits-02' })
  // Nobody reloads: an event says that it is over.
  await expect(strip(page)).toHaveCount(0)
  await expect(strip(other)).toHaveCount(0)
})

for (const [purpose, place] of [
  ['machine', '/myMiner'],
  ['node', '/chain'],
  ['goods', '/order'],
] as const) {
  test(`a payment on its way for ${purpose} leads to its place`, async ({ person: { page } }) => {
    await pretend(page, () => [payment({ purpose })])
    const own: Transfer = {
      amount: '105',
      blockTime: noon,
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
    const status: Data<'/api/pay/status'> = {
      amount: '105',
      confirmations: 3,
      createdAt: noon,
      credited: '0',
      creditingPaused: false,
      currency: 'USDT',
      expireAt: noon,
      intentNo: 'AN-INTENT',
      item: { itemNo: 'AN-ITEM', productId: 'machineSmall', name: 'Small', quantity: 1, isRunning: false },
      network: own.network,
      pauseReason: '',
      payAddress: `0x${'1'.repeat(40)}`,
      purpose,
      requiredConfirmations: 15,
      rest: '0',
      serverTime: noon,
      state: 'confirming',
      token: `0x${'2'.repeat(40)}`,
      transfers: [own],
      txHash: own.txHash,
    }
    await page.route(callTo('/api/pay/status'), (route) => route.fulfill(answered('/api/pay/status', status)))
    await visit(page, '/mine')
    const strip = page.getByRole('link', { name: /^Payment 105\.00/ })
    await expect(strip).toHaveAttribute('href', `#${place}?pay=AN-INTENT`)
    await strip.click()
    await page.getByRole('dialog').getByText('3 of 15 confirmations').first().waitFor()
    expect(new URL(page.url()).hash).toBe(`#${place}?pay=AN-INTENT`)
    // There is nothing to follow where one looks already.
    await expect(strip).toHaveCount(0)
  })
}

test('a payment that was left while the wallet changes its network, and is opened again, goes on by itself', async ({ person: { page, wallet } }) => {
  await page.goto('/#/goods?id=machineSmall')
  await page.getByRole('radio', { name: /Wallet, on chain/ }).check({ force: true })
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
  const sheet = page.getByRole('dialog', { name: 'Payment from the wallet' })
  wallet.chainId = 1
  const letGo = wallet.hold('wallet_switchEthereumChain')
  await sheet.getByRole('button', { name: /^Pay .* with wallet$/ }).click()
  await expect.poll(() => wallet.count('wallet_switchEthereumChain')).toBe(1)
  await sheet.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(sheet).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue payment' }).click()
  await sheet.getByText('Confirm in your wallet', { exact: true }).waitFor()
  letGo()
  await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1)
})
