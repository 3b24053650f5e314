import { expect, noon, test as base, type BrowserContext, type Page } from './fixtures.ts'
import { apiCall, sessionOf, signOut } from './journey.ts'
import { visit } from './looks.ts'
import { answered, callTo, changeAnswer } from './mocks.ts'
import { chooseTestWallet, signInWith, TestWallet } from './testWallet.ts'
import { recordToasts, toastsOf } from './toasts.ts'

const test = base.extend<{ wallet: TestWallet }>({
  /** A wallet in the phone of nobody, whose clock the test can move. */
  wallet: async ({ world, page, context }, use) => {
    const wallet = new TestWallet(world, 2)
    await recordToasts(context)
    await wallet.install(context)
    await page.clock.install({ time: noon })
    await use(wallet)
  },
})

/** Lets the page believe it is no demo, where no wallet of the product's own is offered. */
const pretendReal = (context: BrowserContext) => changeAnswer(context, '/api/open/app', (data) => ({ ...data, demo: false }))

const signedIn = (page: Page) => expect.poll(() => sessionOf(page)).not.toBeNull()

test('the ways in stand there at once, with what this is, and no wallet was asked anything', async ({ page, context, wallet }) => {
  wallet.isPermitted = true
  await pretendReal(context)
  const startsAt = Date.parse(noon) + 1_000
  await page.clock.pauseAt(startsAt)
  await page.goto('/#/')
  // The page's time goes on by itself, however busy the machine is: nothing here waits for its three seconds.
  const connect = page.getByRole('button', { name: 'Connect wallet' })
  await expect.poll(async () => [await page.clock.runFor(10), await connect.isVisible()], { intervals: [50] }).toEqual([undefined, true])
  expect((await page.evaluate(() => performance.timeOrigin + performance.now())) - startsAt).toBeLessThan(2_500)
  await expect(page.getByText('Income is funded before a machine is sold')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.clock.runFor(5_000)
  expect(wallet.requests.map(({ method }) => method).filter((method) => method !== 'eth_accounts')).toEqual([])
})

test('back closes what the gate has opened and stays on the page, and nothing of it is left after a sign-in', async ({ page, wallet }) => {
  await page.goto('/#/lang')
  await page.goto('/#/wallet')
  const sheet = page.getByRole('dialog')
  for (const name of ['Connect wallet', 'A look inside']) {
    await page.getByRole('button', { name }).click()
    await sheet.waitFor()
    await page.goBack()
    await sheet.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).hash).toBe('#/wallet')
  }
  await chooseTestWallet(page)
  await signedIn(page)
  expect(new URL(page.url()).hash).toBe('#/wallet')
  expect(wallet.count('personal_sign')).toBe(1)
})

test('whoever is signed in while the look inside stands open leaves it with the gate', async ({ page, wallet }) => {
  await page.goto('/#/lang')
  await page.goto('/#/wallet')
  const letGo = wallet.hold('personal_sign')
  await chooseTestWallet(page)
  await expect.poll(() => wallet.count('personal_sign')).toBe(1)
  await page.getByRole('button', { name: 'A look inside' }).click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#/wallet?gate=look')
  letGo()
  await signedIn(page)
  await expect.poll(() => new URL(page.url()).hash).toBe('#/wallet')
  await page.goBack()
  await expect.poll(() => new URL(page.url()).hash).toBe('#/lang')
})

for (const method of ['eth_requestAccounts', 'personal_sign']) {
  test(`a wallet that stays silent at ${method} is named, and another can be chosen`, async ({ page, wallet }) => {
    const letGo = wallet.hold(method)
    await page.goto('/#/')
    await chooseTestWallet(page)
    await expect.poll(() => wallet.count(method)).toBe(1)
    await page.clock.fastForward(10_000)
    await expect(page.getByText('Still waiting for Test wallet')).toBeVisible()
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: /^Demo wallet/ }).click()
    // The silent one answers after all: it is too late.
    letGo()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await signedIn(page)
    expect((await sessionOf(page))!.address.toLowerCase()).not.toBe(wallet.account.address.toLowerCase())
    expect(wallet.count('personal_sign')).toBe(method === 'personal_sign' ? 1 : 0)
    expect(await toastsOf(page)).toEqual([])
  })

  test(`a wallet that already shows a request at ${method} says so, and the next press works`, async ({ page, wallet }) => {
    wallet.refusals.set(method, () => ({ code: -32002, message: 'Request already pending.' }))
    await page.goto('/#/')
    await chooseTestWallet(page)
    await expect(page.getByText('Your wallet already shows a request')).toBeVisible()
    expect(await toastsOf(page)).toEqual([])
    wallet.refusals.clear()
    await chooseTestWallet(page)
    await signedIn(page)
  })
}

test('a suspended person reads so once, at the gate', async ({ page, context, wallet }) => {
  const suspended = { code: 1104, message: 'This account is suspended: a stolen key', data: { reason: 'a stolen key' } }
  await context.route('**/api/user/logining*', (route) => route.fulfill({ json: suspended }))
  await page.goto('/#/')
  await chooseTestWallet(page)
  await page.getByText('Reason: a stolen key').waitFor()
  expect([await toastsOf(page), wallet.count('personal_sign')]).toEqual([[], 1])
})

test('closing the wallet closes every tab, and nobody is signed in again until somebody asks', async ({ page, context, wallet }) => {
  await signInWith(page)
  const other = await context.newPage()
  await other.goto('/#/wallet')
  await other.getByRole('heading', { name: 'Wallet', exact: true }).waitFor()
  const signatures = wallet.count('personal_sign')
  await page.goto('/#/mine')
  await signOut(page)
  await other.getByRole('button', { name: 'Connect wallet' }).waitFor()
  await other.clock.runFor(8_000)
  expect(await sessionOf(other)).toBeNull()
  expect(wallet.count('personal_sign')).toBe(signatures)
  // Somebody asks in one tab: the other follows, and asks nothing itself.
  await chooseTestWallet(other)
  await page.getByRole('heading', { name: 'Me', exact: true }).waitFor()
  expect(wallet.count('personal_sign')).toBe(signatures + 1)
})

for (const [when, change] of [
  ['while the app is open', (page: Page, wallet: TestWallet) => wallet.selectAccount(page, 1)],
  [
    'before a start',
    async (page: Page, wallet: TestWallet) => {
      wallet.selected = 1
      await page.reload()
    },
  ],
  [
    'before a start with a session that is over',
    async (page: Page, wallet: TestWallet) => {
      const { token } = (await sessionOf(page))!
      await page.request.post('/api/user/logout', { headers: { token } })
      wallet.selected = 1
      await page.reload()
    },
  ],
] as const) {
  test(`another account ${when} ends the session in every tab, and nobody is signed in again until somebody asks`, async ({ page, context, wallet }) => {
    await signInWith(page, '/mine')
    const other = await context.newPage()
    await other.goto('/#/mine')
    await wallet.heard(other, 'accountsChanged')
    await change(page, wallet)
    const tabs = [page, other]
    for (const tab of tabs) await tab.getByText('Connect a wallet to sign in').waitFor()
    expect(await sessionOf(page)).toBeNull()
    for (const tab of tabs) {
      await tab.reload()
      await tab.getByRole('button', { name: 'Connect wallet' }).waitFor()
      await tab.clock.runFor(8_000)
    }
    expect([wallet.count('eth_requestAccounts'), wallet.count('personal_sign')]).toEqual([1, 1])
    await chooseTestWallet(page)
    for (const tab of tabs) await tab.getByRole('heading', { name: 'Me', exact: true }).waitFor()
    expect(await sessionOf(page)).toMatchObject({ address: wallet.account.address })
    expect(wallet.count('personal_sign')).toBe(2)
  })
}

test('receipts of the game outlast a sign-out, unless the device is to forget them', async ({ page, wallet }) => {
  const kept = () =>
    page.evaluate(() =>
      [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)).filter((key) => /^etld\.(game|events|seen|draft)\./.test(key)),
    )
  const leave = async (button: string) => {
    await page.goto('/#/mine')
    await signOut(page, button)
  }
  await signInWith(page)
  await page.evaluate(() => {
    localStorage.setItem('etld.game.SOMEBODY', '[]')
    sessionStorage.setItem('etld.events.SOMEBODY', '7')
  })
  await leave('Disconnect wallet')
  expect(await kept()).toEqual(expect.arrayContaining(['etld.game.SOMEBODY', 'etld.events.SOMEBODY']))
  await chooseTestWallet(page)
  await page.getByRole('heading', { name: 'Me', exact: true }).waitFor()
  await leave('Disconnect and forget this device')
  await expect.poll(kept).toEqual([])
  expect(wallet.count('personal_sign')).toBe(2)
})

test('a locked wallet is waited for, and its session with it', async ({ page, wallet }) => {
  await signInWith(page)
  const before = (await sessionOf(page))!
  wallet.isPermitted = false
  await page.goto('/#/wallet')
  await page.reload()
  const locked = page.getByText('Your wallet is locked')
  await locked.waitFor()
  await page.clock.runFor(9_000)
  expect(await sessionOf(page)).toMatchObject({ address: before.address, token: before.token })
  wallet.isPermitted = true
  await page.clock.runFor(4_000)
  await expect(locked).toHaveCount(0)
  expect((await sessionOf(page))?.token).toBe(before.token)
})

base.describe('on a narrow phone', () => {
  base.use({ phone: { width: 320 } })

  base('without a wallet, this very page can be opened in the common wallet apps, copied or scanned', async ({ page, context, world }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await pretendReal(context)
    const address = `${world.url}/?pusername=FRIEND01#/goods?id=machineSmall`
    await page.goto(address)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const links = page.getByRole('dialog').getByRole('link')
    await expect(links).toHaveText(['MetaMask', 'Trust', 'OKX', 'TokenPocket', 'Binance', 'Coinbase'])
    const [metaMask, trust] = await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
    expect(metaMask).toBe(`https://link.metamask.io/dapp/${address.replace('http://', '')}`)
    expect(new URL(trust!).searchParams.get('url')).toBe(address)
    await page.getByRole('button', { name: 'Copy the address of this page' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await expect(page.getByRole('img', { name: 'The address of this page' })).toBeVisible()
  })
})

base('what a balance is worth follows its own answer, also when the first bid comes after the sign-in', async ({ person }) => {
  const { page } = await person.on()
  const { serverTime: priceAt } = await person.call('/api/open/app')
  const worth = { currency: 'ETLD' as const, available: '10', frozen: '0', locked: '0', escrow: '0', total: '10', delayed: '0', usdtValue: '5', priceAt }
  await page.route(callTo('/api/main/getETLDPrice'), (route) => route.fulfill(answered('/api/main/getETLDPrice', 0)))
  await page.route(callTo('/api/userAccount/balance'), (route) => route.fulfill(answered('/api/userAccount/balance', { gamePoints: 0, list: [worth] })))
  await page.goto('/#/wallet')
  await expect(page.getByText('≈ 5').first()).toBeVisible()
  await expect(page.getByText('No buyer right now')).toHaveCount(0)
})

base("help is a press away from the person's page, and leads to people and papers", async ({ person: { page, context } }) => {
  const contact = { support: 'mailto:help@etld.example', terms: 'https://etld.example/terms', privacy: '', status: '' }
  await changeAnswer(context, '/api/open/app', (data) => ({ ...data, contact }))
  await page.goto('/?papers#/mine')
  await page.getByRole('link', { name: 'Help and support' }).click()
  await page.getByRole('heading', { name: 'Help', exact: true }).waitFor()
  await expect(page.getByRole('link', { name: /^Support/ })).toHaveAttribute('href', 'mailto:help@etld.example')
  await expect(page.getByRole('link', { name: /^Terms/ })).toHaveAttribute('href', 'https://etld.example/terms')
  await expect(page.getByRole('link', { name: /^Privacy/ })).toHaveCount(0)
  await expect(page.getByText(/^Version \S+/)).toBeVisible()
  expect(await apiCall(page, '/api/open/app')).toHaveProperty('version')
})

base("limits of the game are a press away from the person's page", async ({ person: { page } }) => {
  await visit(page, '/mine')
  await page.getByRole('link', { name: 'Game limits and breaks' }).click()
  await page.waitForURL(/tab=box&view=limits/)
  await page.getByRole('heading', { name: 'Take a break' }).waitFor()
})
