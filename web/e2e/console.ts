import { createHmac } from 'node:crypto'
import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import type { Data } from '../kit/src/api/contract.ts'
import { statementText } from '../player/src/features/withdrawal/statement.ts'
import { blank, type Language, type OpenPhone, type Theme } from './browser.ts'
import { Operator, type Role } from './operators.ts'
import { comeByCalls, post, userOf } from './person.ts'
import { TestWallet } from './testWallet.ts'
import type { World } from './world.ts'

export interface Desk {
  width?: number
  language?: Language
  theme?: Theme
}

/** A window of its own on the console, with a keyboard and a mouse; nobody is signed in. */
export async function openDesk(
  browser: Browser,
  world: Pick<World, 'operatorUrl'>,
  { width = 1440, language = 'en', theme = 'dark' }: Desk = {},
): Promise<OpenPhone> {
  const context = await browser.newContext({
    baseURL: world.operatorUrl,
    viewport: { width, height: 900 },
    colorScheme: theme,
    isMobile: false,
    hasTouch: false,
  })
  await context.addInitScript(
    ([lang, look]) => {
      if (!localStorage.getItem('lang')) localStorage.setItem('lang', lang!)
      if (!localStorage.getItem('theme')) localStorage.setItem('theme', look!)
    },
    [language, theme],
  )
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  return { context, page, faults }
}

/** The code that an authenticator shows for a secret at a moment (RFC 6238). */
function codeAt(secret: string, atMs: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const at = digest.at(-1)! & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

async function nowOf({ operatorUrl }: Pick<World, 'operatorUrl'>): Promise<number> {
  const answer = await fetch(`${operatorUrl}/operator/api/hello`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })
  return Date.parse(((await answer.json()) as { data: { serverTime: string } }).data.serverTime)
}

/** Sets an authenticator up at the gate, and signs in with it and the window's wallet. */
export async function enrolAtDesk(page: Page, world: Pick<World, 'operatorUrl'>): Promise<void> {
  await page.getByRole('button', { name: 'First time here: set up an authenticator' }).click()
  await expect(page.getByRole('img', { name: /Scan this/ })).toBeVisible()
  const secret = await page.locator('p[translate=no].fig').innerText()
  await page.getByLabel('Authenticator code, 6 digits').fill(codeAt(secret, await nowOf(world)))
  await page.getByRole('button', { name: 'Sign in with the wallet' }).click()
}

/** Goes in as one of the demo's people, without the form. */
export async function enter(page: Page, role: Role, person = 1, path = '/'): Promise<void> {
  await page.goto(blank)
  await page.evaluate(async (query) => {
    const answer = (await (await fetch(`/demo/operator-session?${query}`, { method: 'POST' })).json()) as { address: string; key: string }
    sessionStorage.setItem('etld.operator.demo', JSON.stringify(answer))
  }, `role=${role}&person=${person}`)
  await page.goto(`/operator/?as=${role}${person}#${path}`)
  await expect(page.locator('h1')).toBeVisible()
}

/** Opens the form of an act, where a record has several, and says why it is done. */
export async function formOf(within: Locator, name: string, reason?: string): Promise<Locator> {
  await within.getByRole('button', { name, exact: true }).first().click()
  const form = within.locator('form').filter({ has: within.page().getByRole('button', { name, exact: true }) })
  if (reason) await form.getByLabel('Reason').fill(reason)
  return form
}

/** Says why, presses the button of a form and gives what its call answers with; a refusal is thrown. */
export async function sent(form: Locator, path: string, button: string, reason?: string): Promise<{ id: string; state: string }> {
  if (reason) await form.getByLabel('Reason').fill(reason)
  const answered = form.page().waitForResponse(`**/operator/api/${path}`)
  await form.getByRole('button', { name: button, exact: true }).last().click()
  const { code, message, data } = (await (await answered).json()) as { code: number; message: string; data: { id: string; state: string } }
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`)
  return data
}

/** A second person of a role signs for a proposal. */
export async function approved(world: World, role: Role, { id }: { id: string }): Promise<void> {
  await (await Operator.signIn(world, role, 2)).approve(id)
}

/** Opens the row that is called so. */
export async function openRow(page: Page, name: string | RegExp): Promise<void> {
  await page.locator('[data-row]').filter({ hasText: name }).first().click()
}

/** Somebody new whose withdrawal waits for a review, as the account is less than a day old; gives its number. */
export async function withdrawalWaits(world: World, quantity: string): Promise<string> {
  const wallet = new TestWallet(world)
  const { address } = wallet.account
  const { token } = await userOf(world, wallet)
  await world.credit(address, '3000')
  const config = (await post(world, '/api/userAccount/withdrawConfig', { quantity }, token)) as Data<'/api/userAccount/withdrawConfig'>
  const offer = config.networks.find(({ currency }) => currency === 'USDT')!
  const requestId = `waits-${address}`
  const atMs = Date.parse(config.serverTime)
  const { network, fee } = offer
  const message = statementText(config.statementPhrase, { quantity, currency: 'USDT', network, fee, arrival: offer.arrival!, address, requestId, atMs })
  const signature = await wallet.account.signMessage({ message })
  const { withdrawNo } = (await post(
    world,
    '/api/userAccount/withdraw',
    { currency: 'USDT', network, quantity, message, signature, requestId },
    token,
  )) as Data<'/api/userAccount/withdraw'>
  return withdrawNo
}

/** Somebody new whose order waits to be shipped; its address is new, so that it can be from the next day on. */
export async function orderWaits(world: World): Promise<void> {
  const wallet = new TestWallet(world)
  const { token } = await userOf(world, wallet)
  await world.credit(wallet.account.address, '100')
  await post(world, '/api/address/add', { name: 'Anna', phone: '+49 30 1234-567', detail: 'Unter den Linden 1, 10117 Berlin', region: 'DE' }, token)
  const { list } = (await post(world, '/api/address/list', {}, token)) as Data<'/api/address/list'>
  const { termsVersion } = (await post(world, '/api/shop/goodsInfo', { id: 'walletPouch' }, token)) as Data<'/api/shop/goodsInfo'>
  const order = { goodsId: 'walletPouch', quantity: '1', payType: 'balance', addressId: list[0]!.id, termsVersion }
  await post(world, '/api/shop/createOrder', { ...order, requestId: `order-${wallet.account.address}` }, token)
}

/** Somebody new whose balance two people have debited. */
export async function debited(world: World): Promise<void> {
  const { id: userId } = await comeByCalls(world)
  const maker = await Operator.signIn(world, 'finance_maker')
  await approved(world, 'finance_checker', { id: await maker.propose('users/debit', { userId, currency: 'USDT', amount: '10' }) })
}

/** From here on a window asks for nothing by itself: only what its stream calls old is asked for again. */
export async function askNever(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.setInterval = (() => 0) as unknown as typeof window.setInterval
  })
}

/** From here on a window is told nothing: its stream never answers, and it asks as often as without one. */
export async function hearNothing(context: BrowserContext): Promise<void> {
  await context.route('**/operator/api/boards/changes', () => undefined)
}
