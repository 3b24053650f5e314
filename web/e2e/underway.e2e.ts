import type { Data } from '../kit/src/api/contract.ts'
import { languages } from './browser.ts'
import { expect, noon, test, type Page } from './fixtures.ts'
import { axeFlaws, settle } from './inspect.ts'
import { visit } from './looks.ts'
import { answered, callTo, changeAnswer } from './mocks.ts'

type Transfer = Data<'/api/userAccount/topUpInfo'>['pending'][number]

const transfer = (own: Partial<Transfer> = {}): Transfer => ({
  amount: '250.5',
  blockTime: noon,
  confirmations: 3,
  currency: 'USDT',
  intentNo: '',
  network: 'BEP-20',
  reason: '',
  remainder: '0',
  settledAt: null,
  state: 'confirming',
  txHash: `0x${'ab'.repeat(32)}`,
  ...own,
})

/** Lets the server say what is on its way; fifteen confirmations make it final. */
async function pretend(page: Page, pending: () => Transfer[]): Promise<void> {
  await changeAnswer(page, '/api/userAccount/topUpInfo', (data) => ({
    ...data,
    networks: data.networks.map((network) => ({ ...network, confirmations: 15 })),
    pending: pending(),
  }))
}

test('money on its way is followed on every screen', async ({ person: { page, call } }) => {
  let pending = [transfer()]
  await pretend(page, () => pending)
  await page.clock.install()
  const pill = page.getByRole('link', { name: /^Top-up 250\.50/ })
  const bar = page.locator('nav.fixed, main .fixed.bottom-0').last()
  /** How far below the pill the bar at the bottom begins. */
  const distance = async () => {
    const { y, height } = (await pill.boundingBox())!
    return (await bar.boundingBox())!.y - y - height
  }
  for (const path of ['/', '/mine', '/goods?id=machineSmall', '/transaction']) {
    await visit(page, path)
    await expect(pill).toContainText('3/15')
    if ((await bar.count()) > 0) expect(await distance(), path).toBeGreaterThanOrEqual(0)
    expect(await axeFlaws(page), path).toEqual([])
  }
  pending = [transfer({ confirmations: 9 })]
  await page.clock.fastForward(15_000)
  await expect(pill).toContainText('9/15')
  await page.setViewportSize({ width: 320, height: 640 })
  await visit(page, '/goods?id=machineSmall')
  await pill.waitFor()
  // Where there is little room the bar with the button is higher.
  await expect.poll(distance).toBeGreaterThanOrEqual(0)
  await pill.click()
  await page.getByRole('dialog', { name: /top up/i }).waitFor()
  pending = []
  await visit(page, '/mine')
  await expect(pill).toHaveCount(0)
  expect((await call('/api/userAccount/topUpInfo')).pending).toEqual([])
})

test('the pill keeps to one line on a narrow phone', async ({ person: { on } }) => {
  for (const language of languages) {
    const { page, context } = await on({ language, width: 320 })
    let intentNo = ''
    await pretend(page, () => [transfer({ confirmations: 12, intentNo })])
    // It stays so for minutes; what comes after is over in seconds.
    for (intentNo of ['', 'AN-INTENT']) {
      await visit(page, '/mine')
      const words = page.locator('aside a > span:nth-child(2)')
      await words.waitFor()
      await settle(page)
      const lineHeight = await words.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
      expect(Math.round((await words.boundingBox())!.height / lineHeight), `${language} ${intentNo}`).toBe(1)
    }
    await context.close()
  }
})

for (const [purpose, place] of [
  ['machine', '/myMiner'],
  ['node', '/chain'],
  ['goods', '/order'],
] as const) {
  test(`a payment on its way for ${purpose} leads to its place`, async ({ person: { page } }) => {
    const own = transfer({ amount: '105', intentNo: 'AN-INTENT' })
    await pretend(page, () => [own])
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
    const pill = page.getByRole('link', { name: /^Payment 105\.00/ })
    await expect(pill).toHaveAttribute('href', `#${place}?pay=AN-INTENT`)
    await pill.click()
    await page.getByRole('dialog').getByText('3 of 15 confirmations').first().waitFor()
    expect(new URL(page.url()).hash).toBe(`#${place}?pay=AN-INTENT`)
    // There is nothing to follow where one looks already.
    await expect(pill).toHaveCount(0)
  })
}
