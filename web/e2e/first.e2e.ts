import type { Locator } from '@playwright/test'
import { languages } from './browser.ts'
import { buyMachines } from './family.ts'
import { expect, test, type Page } from './fixtures.ts'
import { apiCall, balance, finality } from './journey.ts'
import { settle } from './inspect.ts'
import { visit } from './looks.ts'
import { changeAnswer } from './mocks.ts'
import { textOf } from './texts.ts'

/** The most presses from the address to a machine that runs. */
const pressesMax = 10

/** Somebody who came by the address and signs in, with what counts the presses. */
async function begin(page: Page) {
  const presses = { count: 0 }
  const press = async (target: Locator) => {
    await target.click()
    presses.count += 1
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await page.goto('/#/')
  await press(button('Connect wallet'))
  await press(button('Allow'))
  await press(button('Sign'))
  await press(page.getByRole('link', { name: /Small machine/ }).first())
  await page.getByRole('heading', { name: 'Small machine' }).first().waitFor()
  return { presses, press, button }
}

const runningMachines = async (page: Page) => (await apiCall(page, '/api/miner/findMyList', { status: 'running' })).list

test('somebody with an empty demo wallet has a running machine after ten presses', async ({ page }) => {
  const { presses, press, button } = await begin(page)
  // The balance is empty, so the wallet pays unless one chooses otherwise.
  await button('Review the order').waitFor()
  await expect(page.getByRole('radio', { name: /Wallet, on chain/ })).toBeChecked()
  await press(page.getByRole('checkbox'))
  await press(button('Review the order'))
  await press(button('Reserve and go to payment'))
  await page.getByText('Not enough in your wallet').waitFor()
  await press(page.getByRole('dialog').getByRole('button', { name: 'Get test coins' }))
  await page.getByText(/^In your wallet: /).waitFor()
  await press(button('Pay 105.00 USDT with wallet'))
  await press(button('Send'))
  await page.getByText('The machine is running').waitFor(finality)
  expect(presses.count).toBeLessThanOrEqual(pressesMax)
  expect(page.url()).toContain('/goods?')
  expect(await runningMachines(page)).toHaveLength(1)
  await page.getByRole('link', { name: 'See the machine' }).click()
  // The payment's sheet, which says that the machine is running, may still stand.
  await page.waitForURL(/#\/myMiner/)
  await page.getByRole('dialog').getByText('Running', { exact: true }).first().waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('main')
    .getByRole('button', { name: /Small machine/ })
    .waitFor()
})

test('a machine that is started from a list of those not yet confirmed stays in sight', async ({ person: { on, fund, call } }) => {
  await fund('105')
  const { minerNos } = await buyMachines({ call }, 'machineSmall', 1, { startNow: false })
  const { page } = await on({})
  await page.goto(`/#/myMiner?status=to_be_confirmed&id=${minerNos[0]!}`)
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Start now' }).click()
  await sheet.getByRole('button', { name: /start/i }).last().click()
  await page.getByText('The machine is running').first().waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('main')
    .getByRole('button', { name: /Small machine/ })
    .waitFor()
})

test('by balance it takes ten presses too: what is missing is topped up in the sheet of the order', async ({ page }) => {
  const { presses, press, button } = await begin(page)
  await press(page.getByRole('radio', { name: /^Balance/ }))
  await press(page.getByRole('checkbox'))
  await press(button('Top up and buy'))
  await page.getByText('Your balance lacks 105.00').waitFor()
  await press(page.getByRole('dialog').getByRole('button', { name: 'Get test coins' }))
  await page.getByText(/^In your wallet: /).waitFor()
  await press(button(/^Top up 105\.00.USDT and buy$/))
  await press(button('Send'))
  await page.getByText('Buying as soon as it is credited').waitFor()
  await page.waitForURL(/#\/myMiner/, finality)
  await page.getByRole('dialog').getByText('Running', { exact: true }).first().waitFor()
  expect(presses.count).toBeLessThanOrEqual(pressesMax)
  expect(await balance(page, 'USDT')).toMatchObject({ available: '0', locked: '100' })
  expect(await runningMachines(page)).toHaveLength(1)
})

test('whoever closes the order while the top-up is on its way is not asked to send it again', async ({ page }) => {
  const { press, button } = await begin(page)
  // The chain is quicker than a person: what the server saw of it comes when the test says so.
  await changeAnswer(page, '/api/userAccount/balance', (answer) => ({ ...answer, list: answer.list.map((one) => ({ ...one, available: '0' })) }))
  let isSeen = false
  await changeAnswer(page, '/api/userAccount/topUpInfo', (info) => ({
    ...info,
    pending: isSeen ? [...info.pending, ...info.recent].map((one) => ({ ...one, state: 'confirming' as const })) : [],
    recent: [],
  }))
  await press(page.getByRole('radio', { name: /^Balance/ }))
  await press(page.getByRole('checkbox'))
  await press(button('Top up and buy'))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Get test coins' }))
  await page.getByText(/^In your wallet: /).waitFor()
  await press(button(/^Top up 105\.00.USDT and buy$/))
  await press(button('Send'))
  await page.getByText('Buying as soon as it is credited').waitFor()
  for (const comeBack of [() => page.keyboard.press('Escape'), () => page.reload()]) {
    await comeBack()
    await press(page.getByRole('radio', { name: /^Balance/ }))
    await page.getByRole('checkbox').check()
    await press(button('Top up and buy'))
    await page.getByText('A transfer from your wallet is still being confirmed').waitFor()
    await expect(button('Waiting for your transfer')).toBeVisible()
    await expect(button(/^Top up 105/)).toHaveCount(0)
    // What this tab sent counts for a minute after its block; what the server sees, as long as it does.
    isSeen = true
  }
  await page.unrouteAll({ behavior: 'wait' })
  await button(/^Pay 105\.00.USDT from balance$/).click(finality)
  await page.waitForURL(/#\/myMiner/)
  expect(await balance(page, 'USDT')).toMatchObject({ available: '0', locked: '100' })
})

test('home and trade show what they are for without scrolling', async ({ person: { on, fund, call } }) => {
  await fund('105')
  await buyMachines({ call })
  for (const language of languages) {
    const { page, context } = await on({ language })
    // The first machine's price, and the button that sells.
    for (const [path, what] of [
      ['/', page.locator('a[href*="machineSmall"] .fig').first()],
      ['/trade', page.getByRole('button', { name: textOf(language, 'trade', 'step.no_quantity'), exact: true })],
    ] as const) {
      await visit(page, path)
      for (const height of [844, 664]) {
        await page.setViewportSize({ width: 390, height })
        await settle(page)
        const [shown, tabs] = [(await what.boundingBox())!, (await page.getByRole('navigation').last().boundingBox())!]
        expect(shown.y + shown.height, `${path}, ${language}`).toBeLessThan(tabs.y)
      }
    }
    await context.close()
  }
})

test('the top-up says what the least deposit is', async ({ person: { page } }) => {
  await page.goto('/#/')
  await page.getByRole('link', { name: 'Top up' }).click()
  await page.getByText(/Minimum deposit: 0\.01.USDT, 0\.1.ETLD/).waitFor()
})
