import { expect, test } from './fixtures.ts'
import { balance, comeBack, day, fillWallet, hour, signIn, topUp } from './journey.ts'
import { visit } from './looks.ts'

test.use({ story: 'journey' })

test("one person's way through the product, with the demo's own wallet", async ({ page, faults, world }) => {
  test.slow()
  const usdt = () => balance(page, 'USDT')

  await test.step('signs in and sees an honest, empty home page', async () => {
    await signIn(page)
    await page.getByText('No machine is running').waitFor()
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

  // While the server was down, calls failed; that is logged and nothing else.
  expect(faults.filter((fault) => !/ERR_CONNECTION_(REFUSED|RESET)|TransportError/.test(fault))).toEqual([])
})
