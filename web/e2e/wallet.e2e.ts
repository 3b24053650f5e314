import { buyMachines } from './family.ts'
import type { World } from './world.ts'
import type { OpenPhone } from './browser.ts'
import { expect, noon, test as base, type Page } from './fixtures.ts'
import { settle } from './inspect.ts'
import { apiCall, keptOn, sessionOf, signOut } from './journey.ts'
import { changeAnswer, hold } from './mocks.ts'
import { chooseTestWallet, signInWith, TestWallet } from './testWallet.ts'
import { otherToastsOf, recordToasts, toasted, toastsOf } from './toasts.ts'

interface Holder extends OpenPhone {
  wallet: TestWallet
}

/** Opens a phone with a wallet of its own, which nobody has signed in with yet. */
const test = base.extend<{ holder: (accounts?: number, shows?: Parameters<TestWallet['install']>[1]) => Promise<Holder> }>({
  holder: async ({ world, openPhone }, use) => {
    await use(async (accounts, shows) => {
      const opened = await openPhone()
      const wallet = new TestWallet(world, accounts)
      await recordToasts(opened.context)
      await wallet.install(opened.context, shows)
      return { ...opened, wallet }
    })
  },
})

async function signedInAs(page: Page, address: string): Promise<void> {
  await expect.poll(async () => (await sessionOf(page).catch(() => null))?.address).toBe(address)
}

/** What the server answers to a token, whoever holds it. */
async function codeFor(world: World, token: string): Promise<number> {
  const answer = await fetch(`${world.url}/api/user/getUserInfo`, { method: 'POST', headers: { token, lan: 'en_US', 'Content-Type': 'application/json' } })
  return ((await answer.json()) as { code: number }).code
}

async function machinesOf(page: Page): Promise<unknown[]> {
  return (await apiCall(page, '/api/miner/findMyList')).list
}

/** Marks the document, so that a reload shows. */
async function reloadOf(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(window, { isOldDocument: true }))
  return () => expect.poll(() => page.evaluate(() => !('isOldDocument' in window)).catch(() => false)).toBe(true)
}

test('a refused signature says so', async ({ holder }) => {
  const { page, wallet } = await holder()
  wallet.refusals.set('personal_sign', () => ({ code: 4001, message: 'User rejected the request.' }))
  await page.goto('/#/')
  await chooseTestWallet(page)
  await expect.poll(() => toastsOf(page)).toEqual(['Signature failed'])
  expect(wallet.count('personal_sign')).toBe(1)
  expect(await sessionOf(page)).toBeNull()
})

test('a server that asks for the signature of another site gets none', async ({ holder }) => {
  const { page, wallet } = await holder()
  await changeAnswer(page, '/api/open/app', (data) => ({ ...data, signInPhrase: data.signInPhrase.replace('localhost', 'bank.example') }))
  await page.goto('/#/')
  await chooseTestWallet(page)
  await page.getByText('This server asks for the signature of another site, so nothing was signed.', { exact: false }).waitFor()
  expect([wallet.count('eth_requestAccounts'), wallet.count('personal_sign'), await sessionOf(page)]).toEqual([0, 0, null])
})

test('a wallet injected late, without an announcement, is found and hides its account until asked', async ({ holder }) => {
  const { page, wallet } = await holder(1, { way: 'injected', afterMs: 2_500 })
  await page.clock.install()
  await page.goto('/#/')
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
  expect(wallet.count('eth_requestAccounts')).toBe(0)
  await page.clock.runFor(2_500)
  await page.waitForFunction(() => 'ethereum' in window)
  // The app looks every four seconds.
  await page.clock.runFor(4_000)
  await chooseTestWallet(page)
  await signedInAs(page, wallet.account.address)
  expect(wallet.count('eth_requestAccounts')).toBe(1)
})

test('a wallet that announces itself long after a reload is watched all the same: another account ends the session', async ({ world, holder }) => {
  const { page, wallet } = await holder(2, { way: 'eip6963', afterMs: 4_000 })
  await page.goto('/#/mine')
  await wallet.shown(page)
  await chooseTestWallet(page)
  await signedInAs(page, wallet.account.address)
  const { token } = (await sessionOf(page))!
  await page.reload()
  await page.getByRole('heading', { name: 'Me' }).waitFor()
  await wallet.selectAccount(page, 1)
  await expect.poll(() => codeFor(world, token)).toBe(1001)
})

test('a wallet that was only injected and announces itself now is still the session’s', async ({ holder }) => {
  const { page, wallet, context } = await holder(1, { way: 'injected' })
  await signInWith(page, '/mine')
  await wallet.announce(context)
  await page.reload()
  await wallet.heard(page, 'accountsChanged')
  await expect.poll(() => sessionOf(page)).toMatchObject({ address: wallet.account.address, walletId: 'test.wallet' })
})

test('a refused change of network is toasted, tried three times more, and then left to a button', async ({ holder }) => {
  const { page, wallet } = await holder()
  wallet.chainId = 1
  wallet.refusals.set('wallet_switchEthereumChain', () => ({ code: 4001, message: 'User rejected the request.' }))
  await page.clock.install()
  await page.goto('/#/')
  await chooseTestWallet(page)
  const button = page.getByRole('button', { name: 'Switch network' })
  const passes = async () => [await page.clock.runFor(500), await button.isVisible()]
  await expect.poll(passes, { intervals: [100] }).toEqual([undefined, true])
  expect(wallet.count('wallet_switchEthereumChain')).toBe(4)
  expect(new Set(await toastsOf(page))).toEqual(new Set(['Current network is not supported, please switch networks']))
  await page.clock.runFor(20_000)
  expect(wallet.count('wallet_switchEthereumChain')).toBe(4)
  expect(wallet.count('personal_sign')).toBe(0)
  wallet.refusals.clear()
  await button.click()
  await signedInAs(page, wallet.account.address)
  expect(wallet.chainId).toBe(56)
})

test('a network the wallet does not know is added', async ({ holder }) => {
  const { page, wallet } = await holder()
  wallet.chainId = 1
  wallet.refusals.set('wallet_switchEthereumChain', () => ({ code: 4902, message: 'Unrecognized chain ID' }))
  await signInWith(page)
  const added = wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')
  expect(added?.params[0]).toMatchObject({ chainId: '0x38', nativeCurrency: { symbol: 'BNB', decimals: 18 } })
  const [rpcUrl] = (added!.params[0] as { rpcUrls: string[] }).rpcUrls
  expect(rpcUrl).toMatch(/^https?:\/\//)
  expect(await toastsOf(page)).toEqual([])
})

test('another account in the middle of a purchase: the old session ends and nobody buys for the wrong user', async ({ world, holder }) => {
  const { page, wallet } = await holder(2)
  await signInWith(page, '/goods?id=machineSmall')
  const first = (await sessionOf(page))!
  await page.getByRole('radio', { name: /Wallet, on chain/ }).check({ force: true })
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
  const letGo = wallet.hold('eth_sendTransaction')
  await page.getByRole('button', { name: /^Pay .* with wallet$/ }).click()
  await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1)
  const reloaded = await reloadOf(page)
  await wallet.selectAccount(page, 1)
  await reloaded()
  letGo()
  await chooseTestWallet(page)
  await signedInAs(page, wallet.accounts[1]!.address)
  expect(await codeFor(world, first.token)).toBe(1001)
  // The payment in the address is the first user's: the second sees none of it.
  await page.getByText('This payment was not found.').waitFor()
  expect(await machinesOf(page)).toEqual([])
  expect(await page.evaluate((address) => JSON.stringify(localStorage).toLowerCase().includes(address), first.address.toLowerCase())).toBe(false)
})

test('another account while the purchase is on its way to the server: bought for the one who pressed, or for nobody', async ({ world, holder }) => {
  const { page, wallet } = await holder(2)
  await signInWith(page)
  const first = (await sessionOf(page))!
  await world.credit(first.address, '500')
  await page.goto('/#/goods?id=machineSmall')
  await page.getByRole('button', { name: 'Review the order' }).click()
  const tokens: (string | undefined)[] = []
  page.on('request', (request) => request.url().includes('/api/miner/purchaseMiner') && tokens.push(request.headers()['token']))
  const letGo = await hold(page, '**/api/miner/purchaseMiner*')
  await page.getByRole('button', { name: /^Pay .* from balance$/ }).click()
  await expect.poll(() => tokens).toEqual([first.token])
  const reloaded = await reloadOf(page)
  await wallet.selectAccount(page, 1)
  await reloaded()
  await chooseTestWallet(page)
  await signedInAs(page, wallet.accounts[1]!.address)
  expect(await codeFor(world, first.token)).toBe(1001)
  // A reload brings back no order to review: the app leaves the empty sheet by going back, which would end a reload that has just begun.
  await expect(page).toHaveURL(/#\/goods\?id=machineSmall$/)
  letGo()
  // What might still be sent anew is sent by a page that starts.
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(tokens).toEqual([first.token])
  expect(await machinesOf(page)).toEqual([])
  expect((await apiCall(page, '/api/userAccount/balance')).list.find(({ currency }) => currency === 'USDT')).toMatchObject({ available: '0', escrow: '0' })
})

for (const way of ['from the wallet', 'by the button']) {
  test(`closing the wallet ${way} forgets everything, even where logout fails`, async ({ person: { page, wallet } }) => {
    await page.clock.install()
    await page.goto('/?closing#/mine')
    await page.getByRole('button', { name: 'Disconnect wallet' }).waitFor()
    const before = (await sessionOf(page))!
    // Answers are kept on the device two seconds after they came.
    const keeps = async () => [await page.clock.runFor(2_000), (await keptAnswers(page)).length]
    await expect.poll(keeps).toEqual([undefined, 1])
    let logouts = 0
    await page.route('**/api/user/logout*', (route) => {
      logouts += 1
      return route.abort('connectionreset')
    })
    if (way === 'from the wallet') await wallet.emit(page, 'accountsChanged', [])
    else await signOut(page)
    await page.getByText('Wallet disconnected. You are signed out.').waitFor()
    await expect.poll(() => keptAnswers(page)).toEqual([])
    const left = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(left.toLowerCase()).not.toContain(before.address.toLowerCase())
    expect(left).not.toContain(before.token)
    expect(logouts).toBe(1)
    expect(await otherToastsOf(page)).toEqual([])
    await page.clock.runFor(5_000)
    expect(await keptAnswers(page)).toEqual([])
  })
}

/** The names under which this device keeps a user's answers. */
const keptAnswers = async (page: Page) => (await keptOn(page)).map(([name]) => name).filter((name) => name.startsWith('etld.answers.'))

test('a referrer before or after the # is bound once, when the account is created', async ({ world, holder, join }) => {
  const friends = [await join(), await join()] as const
  const codes = await Promise.all(friends.map(async ({ call }) => (await call('/api/user/getUserInfo')).referralCode))
  for (const form of [`/?pusername=${codes[0]}#/lang`, `/#/lang?pusername=${codes[0]}`]) {
    const { page, wallet } = await holder()
    const named = referrersNamed(page)
    await page.goto(form)
    await expect.poll(() => keptReferrer(page)).toBe(codes[0])
    await page.goto('/?again#/')
    await chooseTestWallet(page)
    await signedInAs(page, wallet.account.address)
    expect(await keptReferrer(page)).toBeNull()
    // The second friend's link comes too late.
    await wallet.emit(page, 'accountsChanged', [])
    await page.getByText('Wallet disconnected').waitFor()
    await page.goto(`/?pusername=${codes[1]}#/`)
    await chooseTestWallet(page)
    await signedInAs(page, wallet.account.address)
    expect(named).toEqual([codes[0], codes[1]])
    await world.credit(wallet.account.address, '200')
    await buyMachines({ call: (path, params) => apiCall(page, path, params) })
  }
  // The reward follows the binding, and shows it: two starts for the first friend, none for the second.
  const rewards = friends.map(async ({ call }) => (await call('/api/userAccount/balanceDetail', { type: 'referral_rewards' })).list.length)
  expect(await Promise.all(rewards)).toEqual([2, 0])
})

/** The referrer each sign-in of a page names. */
function referrersNamed(page: Page): (string | null)[] {
  const named: (string | null)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/user/logining')) named.push(new URL(request.url()).searchParams.get('pusername'))
  })
  return named
}

const keptReferrer = (page: Page) => page.evaluate(() => localStorage.getItem('pusername'))

test('a referrer before and after the # leaves the address once an account was created with it', async ({ holder }) => {
  const { page, wallet } = await holder(2)
  const named = referrersNamed(page)
  await page.goto('/?a=1&pusername=NOBODY00#/myMiner?pusername=NOBODY00&status=running')
  await chooseTestWallet(page)
  await signedInAs(page, wallet.account.address)
  await expect(page).toHaveURL('/?a=1#/myMiner?status=running')
  // The screen was told, too: what it writes into the address does not bring the referrer back.
  await page.getByRole('radio', { name: 'Dug out' }).click()
  await page.waitForURL(/status=dug_out/)
  expect(page.url()).not.toContain('pusername')
  await page.reload()
  await page.getByRole('radio', { name: 'Dug out' }).waitFor({ state: 'attached' })
  expect(await keptReferrer(page)).toBeNull()
  const reloaded = await reloadOf(page)
  await wallet.selectAccount(page, 1)
  await reloaded()
  await chooseTestWallet(page)
  await signedInAs(page, wallet.account.address)
  expect(named).toEqual(['NOBODY00', null])
})

test('an unknown path goes to /', async ({ page }) => {
  for (const path of ['/nonsense', '/trade/box', 'nonsense', '/goods/../x', '/Wallet']) {
    await page.goto(`/?unknown#${path}`)
    await expect(page).toHaveURL('/?unknown#/')
  }
})

test('a screen whose code does not load says so, and a reload brings it', async ({ page }) => {
  await page.route(/\/assets\/LanguageScreen-/, (route) => route.abort('connectionreset'))
  await page.goto('/#/lang')
  await page.getByRole('heading', { name: 'Unexpected Application Error!', exact: true }).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Language' }).waitFor()
})

test('the spinner stands alone at first and shows the way out after three seconds', async ({ page }) => {
  await page.clock.install({ time: noon })
  await page.clock.pauseAt(Date.parse(noon) + 1_000)
  await page.route('**/api/open/app*', () => undefined)
  await page.goto('/#/')
  const [spinner, connect, again] = [
    page.getByRole('status').first(),
    page.getByRole('button', { name: 'Connect wallet' }),
    page.getByRole('button', { name: 'Try again' }),
  ]
  await expect.poll(async () => [await page.clock.runFor(10), await spinner.isVisible()], { intervals: [50] }).toEqual([undefined, true])
  await page.clock.runFor(1_500)
  // No way in yet.
  await expect(page.getByRole('button')).toHaveText(['A look inside'])
  await page.clock.runFor(3_000)
  await connect.waitFor()
  // Nothing was refused yet.
  await expect(again).toHaveCount(0)
  await page.clock.runFor(3_000)
  await page.getByText('Slow connection, still trying').waitFor()
  await page.clock.runFor(10_000)
  await again.waitFor()
  await page.clock.resume()
  await page.getByRole('link', { name: /Language/ }).click()
  await page.getByRole('heading', { name: 'Language' }).waitFor()
})

test('back goes through history, and to / where there is none', async ({ person: { page, context } }) => {
  await page.goto('/#/mine')
  await page.getByRole('link', { name: 'My machines' }).click()
  await page.getByRole('heading', { name: 'My machines' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/#/mine')
  const fresh = await context.newPage()
  await fresh.goto('/#/myMiner')
  await fresh.getByRole('button', { name: 'Back' }).click()
  await expect(fresh).toHaveURL('/#/')
})

test('a wallet is asked to show a token when its owner wants it, and one that cannot is not asked twice', async ({ person: { page, wallet } }) => {
  await page.goto('/#/balanceDetail?currency=ETLD')
  const add = page.getByRole('button', { name: 'Show ETLD in your wallet' })
  await add.waitFor()
  expect(wallet.count('wallet_watchAsset')).toBe(0)
  wallet.answers.set('wallet_watchAsset', () => true)
  await add.click()
  await toasted(page, 'Your wallet shows ETLD now')
  const asked = wallet.requests.find(({ method }) => method === 'wallet_watchAsset')?.params
  expect(asked).toMatchObject({ type: 'ERC20', options: { symbol: 'ETLD', decimals: 18, address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) } })
  wallet.answers.set('wallet_watchAsset', () => {
    throw { code: 4200, message: 'unsupported method' }
  })
  await add.click()
  await page.getByText('cannot add tokens from here').waitFor()
  const seen = wallet.count('eth_accounts')
  await page.reload()
  await page.getByText('Transactions').first().waitFor()
  await expect.poll(() => wallet.count('eth_accounts')).toBeGreaterThan(seen)
  await settle(page)
  await expect(add).toHaveCount(0)
  expect(wallet.count('wallet_watchAsset')).toBe(2)
})
