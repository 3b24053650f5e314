import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone, type Language } from './browser.ts'
import { apiCall, balance } from './journey.ts'
import { chooseTestWallet, signInWith, TestWallet } from './testWallet.ts'
import { recordToasts, toastsOf } from './toasts.ts'
import { startWorld, type World } from './world.ts'

let world: World
let browser: Browser

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

interface Kept {
  address: string
  token: string
}

async function openWithWallet(
  wallet: TestWallet,
  { language = 'en' as Language, ...announcement }: { language?: Language; way?: 'eip6963' | 'injected'; afterMs?: number } = {},
) {
  const opened = await openPhone(browser, { language })
  await recordToasts(opened.context)
  await wallet.install(opened.context, { way: 'eip6963', ...announcement })
  return opened
}

function session(page: Page): Promise<Kept | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('etld.session') ?? 'null') as Kept | null)
}

/** What the server answers to a token, whoever holds it. */
async function codeFor(token: string): Promise<number> {
  const answer = await fetch(`${world.url}/api/user/getUserInfo`, { method: 'POST', headers: { token, lan: 'en_US', 'Content-Type': 'application/json' } })
  return ((await answer.json()) as { code: number }).code
}

async function machinesOf(page: Page): Promise<{ status: string }[]> {
  return ((await apiCall(page, '/api/miner/findMyList')) as { list: { status: string }[] }).list
}

/** Marks the document, so that a reload shows. */
async function reloadOf(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(window, { isOldDocument: true }))
  return async () => {
    await expect.poll(() => page.evaluate(() => !('isOldDocument' in window)).catch(() => false), { timeout: 15_000 }).toBe(true)
  }
}

test.each([
  ['en', 'Signature failed'],
  ['zhtw', '簽名失敗'],
  ['ru', 'Не удалось подписать'],
] as const)('a refused signature says so in %s', async (language, words) => {
  const wallet = new TestWallet(world)
  wallet.refusals.set('personal_sign', () => ({ code: 4001, message: 'User rejected the request.' }))
  const { page, context } = await openWithWallet(wallet, { language })
  await page.goto(`${world.url}/#/`)
  await page.getByRole('button', { name: /Connect wallet|連接錢包|Подключить кошелёк/ }).click()
  await page.getByRole('button', { name: /^Test wallet/ }).click()
  await expect.poll(() => toastsOf(page)).toEqual([words])
  expect(wallet.count('personal_sign')).toBe(1)
  expect(await session(page)).toBeNull()
  await context.close()
})

test('a wallet injected late, without an announcement, is found and hides its account until asked', async () => {
  const wallet = new TestWallet(world)
  const { page, context } = await openWithWallet(wallet, { way: 'injected', afterMs: 2_500 })
  await page.goto(`${world.url}/#/`)
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
  expect(wallet.count('eth_requestAccounts')).toBe(0)
  await page.waitForFunction(() => 'ethereum' in window)
  // The app looks every four seconds.
  await page.waitForTimeout(4_200)
  await chooseTestWallet(page)
  await expect.poll(async () => (await session(page))?.address).toBe(wallet.account.address)
  expect(wallet.count('eth_requestAccounts')).toBe(1)
  await context.close()
})

test('a refused change of network is toasted, tried three times more, and then left to a button', async () => {
  const wallet = new TestWallet(world)
  wallet.chainId = 1
  wallet.refusals.set('wallet_switchEthereumChain', () => ({ code: 4001, message: 'User rejected the request.' }))
  const { page, context } = await openWithWallet(wallet)
  await page.goto(`${world.url}/#/`)
  await chooseTestWallet(page)
  const button = page.getByRole('button', { name: 'Switch network' })
  await button.waitFor({ timeout: 30_000 })
  expect(wallet.count('wallet_switchEthereumChain')).toBe(4)
  expect(new Set(await toastsOf(page))).toEqual(new Set(['Current network is not supported, please switch networks']))
  await page.waitForTimeout(1_500)
  expect(wallet.count('wallet_switchEthereumChain')).toBe(4)
  expect(wallet.count('personal_sign')).toBe(0)
  wallet.refusals.clear()
  await button.click()
  await expect.poll(() => session(page)).not.toBeNull()
  expect(wallet.chainId).toBe(56)
  await context.close()
})

test.each([
  ['as desktop wallets say it', { code: 4902, message: 'Unrecognized chain ID' }],
  [
    'as mobile wallets say it',
    { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: { code: 4902, message: 'Unrecognized chain ID' } } },
  ],
])('a network the wallet does not know is added, %s', async (_, fault) => {
  const wallet = new TestWallet(world)
  wallet.chainId = 1
  wallet.refusals.set('wallet_switchEthereumChain', () => fault)
  const { page, context } = await openWithWallet(wallet)
  await signInWith(page, world)
  const added = wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')
  expect(added?.params[0]).toMatchObject({ chainId: '0x38', nativeCurrency: { symbol: 'BNB', decimals: 18 } })
  const [rpcUrl] = (added!.params[0] as { rpcUrls: string[] }).rpcUrls
  expect(rpcUrl).toMatch(/^https?:\/\//)
  expect(await toastsOf(page)).toEqual([])
  await context.close()
})

test('another account in the middle of a purchase: the old session ends and nobody buys for the wrong user', async () => {
  const wallet = new TestWallet(world, 2)
  const { page, context } = await openWithWallet(wallet)
  await signInWith(page, world)
  const first = (await session(page))!
  await page.goto(`${world.url}/#/goods?id=machineSmall`)
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
  await expect.poll(async () => (await session(page))?.address, { timeout: 20_000 }).toBe(wallet.accounts[1]!.address)
  expect(await codeFor(first.token)).toBe(1001)
  // The payment in the address is the first user's: the second sees none of it.
  await page.getByText('This payment was not found.').waitFor()
  expect(await machinesOf(page)).toEqual([])
  expect(await page.evaluate((address) => JSON.stringify(localStorage).toLowerCase().includes(address), first.address.toLowerCase())).toBe(false)
  await context.close()
})

test('another account while the purchase is on its way to the server: bought for the one who pressed, or for nobody', async () => {
  const wallet = new TestWallet(world, 2)
  const { page, context } = await openWithWallet(wallet)
  await signInWith(page, world)
  const first = (await session(page))!
  await wallet.topUp('500')
  await expect.poll(async () => (await balance(page, 'USDT')).available, { timeout: 60_000 }).toBe('500')
  await page.goto(`${world.url}/#/goods?id=machineSmall`)
  await page.reload()
  await page.getByRole('button', { name: 'Review the order' }).click()
  const tokens: (string | undefined)[] = []
  await context.route('**/api/miner/purchaseMiner*', async (route) => {
    tokens.push(route.request().headers()['token'])
    await new Promise((done) => setTimeout(done, 1_500))
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: /^Pay .* from balance$/ }).click()
  await expect.poll(() => tokens).toEqual([first.token])
  const reloaded = await reloadOf(page)
  await wallet.selectAccount(page, 1)
  await reloaded()
  await expect.poll(async () => (await session(page))?.address, { timeout: 20_000 }).toBe(wallet.accounts[1]!.address)
  expect(await codeFor(first.token)).toBe(1001)
  await page.waitForTimeout(1_500)
  expect(tokens).toEqual([first.token])
  expect(await machinesOf(page)).toEqual([])
  expect(await balance(page, 'USDT')).toMatchObject({ available: '0', escrow: '0' })
  await context.close()
})

test('another network reloads the page, and the app asks for its own again', async () => {
  const wallet = new TestWallet(world)
  const { page, context } = await openWithWallet(wallet)
  await signInWith(page, world)
  const before = await session(page)
  await page.goto(`${world.url}/#/mine`)
  const reloaded = await reloadOf(page)
  wallet.chainId = 97
  await wallet.emit(page, 'chainChanged', '0x61')
  await reloaded()
  await expect.poll(() => wallet.chainId).toBe(56)
  expect((await session(page))?.address).toBe(before?.address)
  expect(wallet.count('wallet_switchEthereumChain')).toBe(1)
  await page.getByRole('heading', { name: 'Me' }).waitFor()
  await context.close()
})

test.each(['from the wallet', 'by the button'])('closing the wallet %s forgets everything, even where logout fails', async (way) => {
  const wallet = new TestWallet(world)
  const { page, context } = await openWithWallet(wallet)
  await signInWith(page, world)
  const before = (await session(page))!
  await page.goto(`${world.url}/#/mine`)
  // Answers are kept on the device two seconds after they came.
  await expect.poll(() => keptAnswers(page), { timeout: 10_000 }).toHaveLength(1)
  let logouts = 0
  await context.route('**/api/user/logout*', (route) => {
    logouts += 1
    return route.abort('connectionreset')
  })
  if (way === 'from the wallet') await wallet.emit(page, 'accountsChanged', [])
  else {
    await page.getByRole('button', { name: 'Disconnect wallet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect wallet' }).click()
  }
  await page.getByText('The wallet is closed and you are signed out').waitFor()
  await expect.poll(() => keptAnswers(page)).toEqual([])
  const left = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(left.toLowerCase()).not.toContain(before.address.toLowerCase())
  expect(left).not.toContain(before.token)
  expect(logouts).toBe(1)
  expect(await toastsOf(page)).toEqual([])
  await page.waitForTimeout(2_500)
  expect(await keptAnswers(page)).toEqual([])
  await context.close()
})

/** The names under which this device keeps a user's answers. */
function keptAnswers(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Opening a database that is not there would make an empty one, in the app's way.
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'keyval-store')) return []
    return new Promise<string[]>((done, fail) => {
      const opening = indexedDB.open('keyval-store')
      opening.onerror = () => fail(opening.error)
      opening.onsuccess = () => {
        const database = opening.result
        if (!database.objectStoreNames.contains('keyval')) {
          database.close()
          return done([])
        }
        const asking = database.transaction('keyval').objectStore('keyval').getAllKeys()
        asking.onsuccess = () => {
          database.close()
          done(asking.result.map(String).filter((key) => key.startsWith('etld.answers.')))
        }
      }
    })
  })
}

test('a referrer before or after the # is bound once, when the account is created', async () => {
  const friends = [new TestWallet(world), new TestWallet(world)] as const
  const codes: string[] = []
  const pages: Page[] = []
  await Promise.all(
    friends.map(async (friend, index) => {
      const { page } = await openWithWallet(friend)
      await signInWith(page, world)
      codes[index] = ((await apiCall(page, '/api/user/getUserInfo')) as { referralCode: string }).referralCode
      pages[index] = page
    }),
  )
  const forms = [`/?pusername=${codes[0]}#/lang`, `/#/lang?pusername=${codes[0]}`]
  const join = async (form: string) => {
    const wallet = new TestWallet(world)
    const { page, context } = await openWithWallet(wallet)
    const named: (string | null)[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/user/logining')) named.push(new URL(request.url()).searchParams.get('pusername'))
    })
    await page.goto(world.url + form)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('pusername'))).toBe(codes[0])
    await page.goto(`${world.url}/?again#/`)
    await chooseTestWallet(page)
    await expect.poll(() => session(page)).not.toBeNull()
    expect(await page.evaluate(() => localStorage.getItem('pusername'))).toBeNull()
    // The second friend's link comes too late.
    await wallet.emit(page, 'accountsChanged', [])
    await page.getByText('The wallet is closed').waitFor()
    await page.goto(`${world.url}/?pusername=${codes[1]}#/`)
    await chooseTestWallet(page)
    await expect.poll(() => session(page)).not.toBeNull()
    expect(named).toEqual([codes[0], codes[1]])
    await buyAndStart(page, wallet)
    await context.close()
  }
  await Promise.all(forms.map(join))
  // The reward follows the binding, and shows it: two starts for the first friend, none for the second.
  expect(await rewards(pages[0]!)).toHaveLength(2)
  expect(await rewards(pages[1]!)).toEqual([])
  for (const page of pages) await page.context().close()
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

test.each(['/?pusername=a%0Ab#/lang', '/#/lang?pusername=a%E2%80%8Fb'])('what %s names is no referrer and bars nobody', async (link) => {
  const wallet = new TestWallet(world)
  const { page, context } = await openWithWallet(wallet)
  const named = referrersNamed(page)
  await page.goto(world.url + link)
  await page.locator('h1').waitFor()
  expect(await keptReferrer(page)).toBeNull()
  // An earlier version of the app kept it.
  await page.evaluate(() => localStorage.setItem('pusername', 'a\u200fb'))
  await page.goto(`${world.url}/?again#/`)
  await chooseTestWallet(page)
  await expect.poll(() => session(page)).not.toBeNull()
  expect(named).toEqual([null])
  expect(await keptReferrer(page)).toBeNull()
  await context.close()
})

test.each([
  ['before the #', '/?a=1&pusername=NOBODY00#/myMiner?status=running', '/?a=1#/myMiner?status=running'],
  ['after the #', '/#/myMiner?pusername=NOBODY00&status=running', '/#/myMiner?status=running'],
  ['alone', '/?pusername=NOBODY00#/myMiner?pusername=NOBODY00', '/#/myMiner'],
])('a referrer %s leaves the address once an account was created with it', async (_, link, rest) => {
  const wallet = new TestWallet(world, 2)
  const { page, context } = await openWithWallet(wallet)
  const named = referrersNamed(page)
  await page.goto(world.url + link)
  await chooseTestWallet(page)
  await expect.poll(() => session(page)).not.toBeNull()
  expect(page.url()).toBe(world.url + rest)
  // The screen was told, too: what it writes into the address does not bring the referrer back.
  await page.getByRole('radio', { name: 'Dug out' }).click()
  await expect.poll(() => page.url()).toContain('status=dug_out')
  expect(page.url()).not.toContain('pusername')
  await page.reload()
  await page.getByRole('radio', { name: 'Dug out' }).waitFor({ state: 'attached' })
  expect(await keptReferrer(page)).toBeNull()
  const first = (await session(page))!.address
  wallet.selected = 1
  await wallet.emit(page, 'accountsChanged', [wallet.account.address])
  await expect.poll(async () => (await session(page))?.address ?? first, { timeout: 20_000 }).not.toBe(first)
  expect(named).toEqual(['NOBODY00', null])
  await context.close()
})

async function buyAndStart(page: Page, wallet: TestWallet): Promise<void> {
  await wallet.topUp('200')
  await expect.poll(async () => (await balance(page, 'USDT')).available, { timeout: 60_000 }).toBe('200')
  const { termsVersion } = ((await apiCall(page, '/api/miner/all')) as { list: { id: string; termsVersion: string }[] }).list.find(
    ({ id }) => id === 'machineSmall',
  )!
  await apiCall(page, '/api/miner/purchaseMiner', {
    productId: 'machineSmall',
    quantity: '1',
    payType: 'balance',
    termsVersion: String(termsVersion),
    startNow: 'true',
    requestId: `referral${wallet.account.address.slice(2, 26)}`,
  })
}

async function rewards(page: Page): Promise<unknown[]> {
  return ((await apiCall(page, '/api/userAccount/balanceDetail', { type: 'referral_rewards' })) as { list: unknown[] }).list
}

test.each(['/nonsense', '/trade/box', 'nonsense', '/goods/../x', '/Wallet'])('the unknown path #%s goes to /', async (path) => {
  const { page, context } = await openPhone(browser)
  await page.goto(`${world.url}/#${path}`)
  await expect.poll(() => new URL(page.url()).hash, { timeout: 5_000 }).toBe('#/')
  await context.close()
})

test('a screen whose code does not load says so, and a reload brings it', async () => {
  const { page, context } = await openPhone(browser)
  await context.route(/\/assets\/LanguageScreen-/, (route) => route.abort('connectionreset'))
  await page.goto(`${world.url}/#/lang`)
  await page.getByRole('heading', { name: 'Unexpected Application Error!', exact: true }).waitFor()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Language' }).waitFor()
  await context.close()
})

test('the spinner stands alone at first and shows the way out after three seconds', async () => {
  const { page, context } = await openPhone(browser)
  await context.route('**/api/open/app*', () => undefined)
  await page.goto(`${world.url}/#/`)
  await page.getByRole('status').first().waitFor()
  const fromMs = Date.now()
  expect(await page.getByRole('button').count()).toBe(0)
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
  const tookMs = Date.now() - fromMs
  expect(tookMs).toBeGreaterThan(1_500)
  expect(tookMs).toBeLessThan(4_500)
  // Nothing was refused yet.
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await page.getByText('Slow connection, still trying').waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.getByRole('link', { name: /Language/ }).click()
  await page.getByRole('heading', { name: 'Language' }).waitFor()
  await context.close()
})

test('back goes through history, and to / where there is none', async () => {
  const wallet = new TestWallet(world)
  const { page, context } = await openWithWallet(wallet)
  await signInWith(page, world, '/mine')
  await page.getByRole('link', { name: 'My machines' }).click()
  await page.getByRole('heading', { name: 'My machines' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#/mine')
  const fresh = await context.newPage()
  await fresh.goto(`${world.url}/#/myMiner`)
  await fresh.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => new URL(fresh.url()).hash).toBe('#/')
  await context.close()
})

test('a wallet is asked to show a token when its owner wants it, and one that cannot is not asked twice', async () => {
  const wallet = new TestWallet(world)
  const { page, context } = await openWithWallet(wallet)
  await signInWith(page, world)
  await page.goto(`${world.url}/#/balanceDetail?currency=ETLD`)
  const add = page.getByRole('button', { name: 'Show ETLD in your wallet' })
  await add.waitFor()
  expect(wallet.count('wallet_watchAsset')).toBe(0)
  wallet.answers.set('wallet_watchAsset', () => true)
  await add.click()
  await expect.poll(() => toastsOf(page)).toContain('Your wallet shows ETLD now')
  const asked = wallet.requests.find(({ method }) => method === 'wallet_watchAsset')?.params
  expect(asked).toMatchObject({ type: 'ERC20', options: { symbol: 'ETLD', decimals: 18, address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) } })
  wallet.answers.set('wallet_watchAsset', () => {
    throw { code: 4200, message: 'unsupported method' }
  })
  await add.click()
  await page.getByText('cannot add tokens from here').waitFor()
  await page.reload()
  await page.getByText('Transactions').first().waitFor()
  await expect.poll(() => wallet.count('eth_accounts'), { timeout: 20_000 }).toBeGreaterThan(1)
  expect(await add.count()).toBe(0)
  expect(wallet.count('wallet_watchAsset')).toBe(2)
  await context.close()
})
