import type { Route } from '@playwright/test'
import { expect, test, type Page } from './fixtures.ts'
import { finality, machines, orderFromWallet, payFromWallet } from './journey.ts'
import { hold } from './mocks.ts'
import type { Person } from './person.ts'
import type { Transaction } from './testWallet.ts'
import { otherToastsOf, toasted } from './toasts.ts'

const nowhere = `0x${'ab'.repeat(32)}`

const dialog = (page: Page) => page.getByRole('dialog')

test('a withdrawal can be left while the wallet is asked, and a late signature withdraws nothing', async ({ person }) => {
  const { page, wallet, fund, call } = person
  await fund('500')
  const sent = sentTo(person, '/api/userAccount/withdraw')
  await page.goto('/#/withdraw?currency=USDT')
  await page.getByLabel('Quantity', { exact: true }).fill('20')
  await page.getByRole('button', { name: 'Review the withdrawal' }).click()
  const letGo = wallet.hold('personal_sign')
  await dialog(page).getByRole('button', { name: 'Sign and withdraw' }).click()
  await expect.poll(() => wallet.count('personal_sign')).toBe(1)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  letGo()
  // The form is quick to ask for a fresh signature: by then the late one has come.
  await page.getByRole('button', { name: 'Review the withdrawal' }).click()
  await dialog(page).getByRole('button', { name: 'Sign and withdraw' }).waitFor()
  expect(sent).toEqual([])
  expect((await call('/api/userAccount/myWithDraw')).list).toEqual([])
  expect(await otherToastsOf(page)).toEqual([])
})

test('a toast over an open sheet is told to readers', async ({ person: { page, wallet, fund } }) => {
  await fund('500')
  wallet.refusals.set('personal_sign', () => ({ code: 4001, message: 'User rejected the request.' }))
  await page.goto('/#/withdraw?currency=USDT')
  await page.getByLabel('Quantity', { exact: true }).fill('20')
  await page.getByRole('button', { name: 'Review the withdrawal' }).click()
  await dialog(page).getByRole('button', { name: 'Sign and withdraw' }).click()
  await page.getByRole('alert').filter({ hasText: 'Signature failed' }).waitFor()
  await dialog(page).waitFor()
})

/** The calls of a path that leave the page. */
function sentTo({ page }: Person, path: string): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === path) sent.push(pathname)
  })
  return sent
}

test('a purchase names the sum that was shown, and can be left while the server is silent', async ({ person }) => {
  const { page, fund, call } = person
  await fund('500')
  await page.goto('/#/goods?id=machineSmall')
  await page.getByRole('button', { name: 'Review the order' }).click()
  const press = dialog(page).getByRole('button', { name: /^Pay 105\.00 USDT from balance$/ })
  await press.waitFor()
  const letGo = await hold(page, '**/api/miner/purchaseMiner*')
  const asked = page.waitForRequest('**/api/miner/purchaseMiner*')
  await press.click()
  expect(new URL((await asked).url()).searchParams.get('payAmount')).toBe('105')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  letGo()
  await toasted(page, 'Purchase successful')
  expect((await call('/api/miner/findMyList')).list).toHaveLength(1)
})

test('a silent server is spoken of after five seconds, and asked anew after fifteen', async ({ person: { page } }) => {
  let asked = 0
  let isSilent = true
  await page.route('**/api/main/home*', async (route) => {
    asked += 1
    if (!isSilent) await route.continue()
  })
  await page.clock.install()
  await page.goto('/?silent#/')
  const slow = page.getByText('Slow connection, still trying')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.poll(() => asked).toBe(1)
  await page.clock.runFor(5_000)
  await slow.waitFor()
  await expect(again).toHaveCount(0)
  await page.clock.runFor(10_000)
  await again.waitFor()
  expect(asked).toBe(1)
  isSilent = false
  await again.click()
  await expect(slow).toHaveCount(0)
  expect(asked).toBe(2)
})

test('the screens of the tabs are there before they are pressed', async ({ person: { page } }) => {
  const loaded = page.waitForResponse(/\/WalletScreen-/)
  await page.goto('/?ahead#/')
  await loaded
})

test('a pressed tab is lit at once, and its outline stands until its code is there', async ({ person: { page } }) => {
  await page.goto('/?tabs#/')
  await machines(page).waitFor()
  const held: Route[] = []
  let isHeld = true
  await page.route('**/*.js', async (route) => {
    if (isHeld) held.push(route)
    else await route.continue()
  })
  const wallet = page.getByRole('navigation').getByRole('link', { name: 'Wallet', exact: true })
  const isLit = await wallet.evaluate(async (link: HTMLElement) => {
    link.click()
    await new Promise(requestAnimationFrame)
    return link.getAttribute('aria-current')
  })
  expect(isLit).toBe('page')
  const wait = page.getByRole('status', { name: 'Loading' }).filter({ has: page.locator('.bg-brass') })
  await wait.locator('.bg-brass').waitFor()
  await wait.locator('.bg-canvas').waitFor()
  isHeld = false
  for (const route of held) await route.continue()
  await page.getByRole('heading', { name: 'Wallet' }).waitFor()
  await expect(wait).toHaveCount(0)
})

test('back takes the outline of a pressed tab away while its code is on the way', async ({ person: { page } }) => {
  await page.goto('/?tabs#/mine')
  await page.getByRole('heading', { name: 'Me' }).waitFor()
  await page.route(/\/assets\/WalletScreen-/, () => undefined)
  await page.getByRole('navigation').getByRole('link', { name: 'Wallet', exact: true }).click()
  const wait = page.getByRole('status', { name: 'Loading' }).locator('.bg-canvas')
  await wait.waitFor()
  await page.evaluate(() => history.back())
  await expect(wait).toHaveCount(0)
  await expect(page).toHaveURL('/?tabs#/mine')
  await page.getByRole('heading', { name: 'Me' }).waitFor()
})

test('without coins for the fee the payment says so', async ({ person: { page, wallet } }) => {
  await orderFromWallet(page)
  wallet.refusals.set('eth_sendTransaction', () => ({ code: -32000, message: 'insufficient funds for gas * price + value' }))
  await payFromWallet(page).click()
  await page.getByText('does not hold enough BNB').waitFor()
  await expect(page.getByText('We do not know yet')).toHaveCount(0)
})

test('a wallet that sends and then reports an error leaves it open, and what it sent is recognised', async ({ world, person }) => {
  const { page, wallet, address, call } = person
  await world.faucet(address)
  await orderFromWallet(page)
  wallet.answers.set('eth_sendTransaction', async ([request]) => {
    await wallet.send(request as Transaction)
    throw { code: -32603, message: 'Internal JSON-RPC error.' }
  })
  await payFromWallet(page).click()
  await page.getByText('We do not know yet whether your payment went out').waitFor()
  expect(await otherToastsOf(page)).toEqual([])
  await page.getByText('Payment confirmed').first().waitFor(finality)
  const [machine] = (await call('/api/miner/findMyList')).list
  expect(machine!.phase).toBe('cooling')
})

test('a transaction the chain does not know is said so after a minute, and can be paid again', async ({ world, person: { page, wallet, address } }) => {
  await world.faucet(address)
  await page.clock.install()
  await page.goto('/?unknown#/')
  await orderFromWallet(page)
  wallet.answers.set('eth_sendTransaction', () => nowhere)
  const noted = page.waitForResponse('**/api/pay/submitTx*')
  await payFromWallet(page).click()
  await page.getByText('Transaction submitted').first().waitFor()
  await noted
  const missing = page.getByText('The chain does not know this transaction yet')
  await page.clock.runFor(30_000)
  await expect(missing).toHaveCount(0)
  await page.clock.fastForward(61_000)
  await missing.waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Did it not go out?' }).click()
  await page.getByRole('button', { name: 'Pay again' }).click()
  await payFromWallet(page).waitFor()
  // The server still names it; this phone does not follow it any more, also after a reload.
  const known = page.waitForResponse('**/api/pay/status*')
  await page.reload()
  await known
  wallet.answers.clear()
  await payFromWallet(page).click()
  await page.getByText('Payment confirmed').first().waitFor(finality)
})

test('another network while the wallet is asked to pay: the page comes back to the payment, and it is paid once or not at all', async ({
  world,
  person: { page, wallet, address },
}) => {
  await world.faucet(address)
  await orderFromWallet(page)
  const before = Number(await wallet.holding())
  const letPay = wallet.hold('eth_sendTransaction')
  await payFromWallet(page).click()
  await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1)
  const letSwitch = wallet.hold('wallet_switchEthereumChain')
  wallet.chainId = 97
  await wallet.emit(page, 'chainChanged', '0x61')
  // The page that begins anew asks for its network. Before that, the person says yes.
  await expect.poll(() => wallet.count('wallet_switchEthereumChain')).toBe(1)
  letPay()
  letSwitch()
  await page.getByText('We do not know yet whether your payment went out').waitFor()
  expect([wallet.count('eth_sendTransaction'), Number(await wallet.holding())]).toEqual([1, before])
  await payFromWallet(page).click()
  await page.getByText('Payment confirmed').first().waitFor(finality)
  expect([wallet.count('eth_sendTransaction'), Number(await wallet.holding())]).toEqual([2, before - 105])
})

test('where no break-even is known, none is claimed', async ({ person: { page } }) => {
  await page.goto('/#/goods?id=machineSmall')
  await page.getByText('Break-even is not known yet').waitFor()
  await expect(page.getByText('Above break-even')).toHaveCount(0)
})
